// Runs the animations of one motion and keeps count of them, so that all can be ended at once and nothing is left
// lying about.

const SVG = "http://www.w3.org/2000/svg";

export class Stagehand {
  private readonly running = new Set<Animation>();
  private readonly kept = new Set<Animation>();
  private readonly props = new Set<Element>();
  private isReleased = false;

  constructor(
    private readonly layer: SVGGElement,
    private readonly ribbons: HTMLElement,
  ) {}

  /** Some browsers (and tests) cannot animate. */
  get canAct(): boolean {
    return typeof this.layer.animate === "function";
  }

  /** Plays on an element. With `keep` it stays as it ended until the next view. */
  run(
    element: Element | null,
    frames: Keyframe[],
    ms: number,
    more: { delay?: number; easing?: string; keep?: boolean } = {},
  ): Promise<void> {
    if (!element) return Promise.resolve();
    const { keep = false, ...timing } = more;
    const animation = element.animate(frames, { duration: ms, fill: keep ? "both" : "backwards", ...timing });
    this.running.add(animation);
    return animation.finished
      .catch(() => undefined)
      .then(() => {
        this.running.delete(animation);
        if (keep && !this.isReleased) this.kept.add(animation);
        else if (keep) animation.cancel();
      });
  }

  /** A thing drawn for this motion only. */
  draw(name: string, attributes: Record<string, string | number>, text?: string): SVGElement {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    if (text !== undefined) element.textContent = text;
    this.layer.append(element);
    this.props.add(element);
    return element;
  }

  /** A ribbon or card over the map. */
  hang(element: HTMLElement): HTMLElement {
    this.ribbons.append(element);
    this.props.add(element);
    return element;
  }

  finish(): void {
    for (const animation of [...this.running]) animation.finish();
  }

  clear(): void {
    for (const element of this.props) element.remove();
    this.props.clear();
  }

  release(): void {
    this.isReleased = true;
    for (const animation of this.kept) animation.cancel();
    this.kept.clear();
    this.clear();
  }
}
