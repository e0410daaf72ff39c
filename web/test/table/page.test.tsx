import { signal } from "@preact/signals";
import { cleanup, fireEvent, render, screen } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { language } from "../../src/language";
import type { Option } from "../../src/protocol";
import { inWords } from "../../src/refusals";
import { Refusal } from "../../src/server";
import { Inspector } from "../../src/table/Inspector";
import { pressed } from "../../src/table/keyboard";
import { Kit } from "../../src/table/kit";
import { NumberEntry } from "../../src/table/NumberEntry";
import { OptionList } from "../../src/table/OptionList";
import { keepPresses } from "../../src/table/pressing";
import { Rail } from "../../src/table/Rail";
import { decision, look, option, piece, table, view } from "./pieces";

let kit: Kit;
let answered: Option[];

function ask(options: Option[], number = 1): void {
  kit.session.shown.value = table({
    seat: "blue",
    decision: decision(options, {}, number),
    view: view([piece("A", "blue", "0505")]),
  });
}

beforeEach(() => {
  language.value = "en";
  answered = [];
  kit = new Kit("game", "key");
  kit.session.look.value = look;
  kit.session.seat.value = "blue";
  kit.session.answer = async (one) => {
    answered.push(one as Option);
    return true;
  };
  kit.session.preview = async (one) => ({
    allowed: true,
    sketch: [],
    final: one.key === "fire" || one.key === "end",
    prospects:
      one.key === "fire" ? [{ kind: "t", who: "A", tallies: [], hits: [], results: [], result: "r" }] : [],
  });
});

afterEach(() => {
  cleanup();
  kit.end();
});

const key = (name: string, on?: Element) => {
  const event = new KeyboardEvent("keydown", { key: name, bubbles: true });
  on?.dispatchEvent(event);
  return pressed(event, kit);
};

describe("the list", () => {
  test("has a button with its key for every option", () => {
    ask([option("go", {}, "Go on"), option("stay", {}, "Stay")]);
    render(<OptionList kit={kit} />);
    const buttons = screen.getAllByRole("button");
    expect(buttons.map((one) => one.dataset.option)).toEqual(["go", "stay"]);
    expect(buttons[0]?.textContent).toContain("Go on");
  });

  test("answers by number keys", async () => {
    ask([option("go", {}), option("stay", {})]);
    render(<OptionList kit={kit} />);
    expect(key("2")).toBe(true);
    await vi.waitFor(() => expect(answered.map((one) => one.key)).toEqual(["stay"]));
    expect(key("7")).toBe(false);
  });

  test("turns into a compass where only facings differ", () => {
    ask([0, 1, 2, 3, 4, 5].map((facing) => option("face", { unit: "A", facing }, `Face ${facing}`)));
    render(<OptionList kit={kit} />);
    expect(screen.getAllByRole("button")).toHaveLength(6);
    fireEvent.click(screen.getByRole("button", { name: "Face 4" }));
    return vi.waitFor(() => expect(answered[0]?.args.facing).toBe(4));
  });

  test("keeps whole sentences as names of short buttons", () => {
    ask(
      ["0101", "0102", "0103", "0104", "0105", "0106"].map((hex) =>
        option("move", { hex }, `Move to ${hex}`),
      ),
    );
    render(<OptionList kit={kit} />);
    expect(screen.getByRole("button", { name: "Move to 0103" }).textContent).not.toContain("Move");
  });

  test("lingers a moment after the answer, but cannot be used", () => {
    ask([option("go", {})]);
    const { container } = render(<OptionList kit={kit} />);
    kit.session.telling.value = 1;
    return vi.waitFor(() => {
      const button = container.querySelector<HTMLButtonElement>("[data-option]");
      expect(button?.disabled).toBe(true);
      expect(container.querySelector("[data-decision]")).toBeNull();
    });
  });

  test("of another seat is gone at once", () => {
    ask([option("go", {})]);
    kit.session.telling.value = 1;
    kit.session.seat.value = "red";
    expect(kit.lingering.value).toBeNull();
  });

  test("waits for Enter where chance will speak", async () => {
    ask([option("fire", { unit: "A", target: "B" }), option("done", {})]);
    render(<OptionList kit={kit} />);
    key("1");
    await vi.waitFor(() => expect(kit.deciding.armed.value?.key).toBe("fire"));
    expect(answered).toEqual([]);
    key("Escape");
    expect(kit.deciding.armed.value).toBeNull();
    key("1");
    await vi.waitFor(() => expect(kit.deciding.armed.value?.key).toBe("fire"));
    key("Enter");
    await vi.waitFor(() => expect(answered.map((one) => one.key)).toEqual(["fire"]));
  });
});

describe("a press", () => {
  let stop = () => {};
  beforeEach(() => {
    stop = keepPresses();
    ask([option("go", {}, "Go on"), option("stay", {}, "Stay")]);
    render(<OptionList kit={kit} />);
  });
  afterEach(() => stop());

  const press = (button: Element) =>
    fireEvent.pointerDown(button, { clientX: 50, clientY: 40, isPrimary: true, button: 0 });
  const release = (over: Element, clientY = 41) => fireEvent.click(over, { clientX: 51, clientY, detail: 1 });
  const sent = async () => {
    await new Promise((wake) => setTimeout(wake, 20));
    return answered.map((one) => one.key);
  };

  test("counts though the list has moved under the pointer", async () => {
    press(screen.getByRole("button", { name: "Stay" }));
    release(screen.getByRole("region", { name: "What you can do" }));
    expect(await sent()).toEqual(["stay"]);
  });

  test("counts for what was pressed, and not for what lies there now", async () => {
    press(screen.getByRole("button", { name: "Stay" }));
    release(screen.getByRole("button", { name: "Go on" }));
    expect(await sent()).toEqual(["stay"]);
  });

  test("that is drawn away counts for nothing", async () => {
    press(screen.getByRole("button", { name: "Stay" }));
    release(screen.getByRole("region", { name: "What you can do" }), 140);
    expect(await sent()).toEqual([]);
  });

  test("on a question that is gone goes to no other", async () => {
    press(screen.getByRole("button", { name: "Stay" }));
    ask([option("run", {}, "Run"), option("hide", {}, "Hide")], 2);
    release(await screen.findByRole("button", { name: "Hide" }));
    expect(await sent()).toEqual([]);
  });

  test("that stays where it was is one click and not two", async () => {
    const button = screen.getByRole("button", { name: "Stay" });
    press(button);
    release(button);
    expect(await sent()).toEqual(["stay"]);
  });

  test("finds its button again when the question was away for a moment", async () => {
    const button = screen.getByRole("button", { name: "Stay" });
    press(button);
    kit.session.telling.value = 1;
    await vi.waitFor(() => expect(button).toHaveProperty("disabled", true));
    kit.session.telling.value = 0;
    await vi.waitFor(() => expect(button).toHaveProperty("disabled", false));
    release(button);
    expect(await sent()).toEqual(["stay"]);
  });
});

describe("the key 0", () => {
  test("shows the whole map wherever the focus is, but not while a number is typed", () => {
    const fit = vi.fn();
    kit.map.current = { fit } as unknown as NonNullable<typeof kit.map.current>;
    expect(key("0")).toBe(true);
    expect(fit).toHaveBeenCalledOnce();
    const input = document.createElement("input");
    expect(key("0", input)).toBe(false);
    expect(fit).toHaveBeenCalledOnce();
  });
});

describe("what cannot be taken back", () => {
  const choices = [option("end", {}, "End the turn"), option("stay", {}, "Stay")];

  test("waits on though the same question is heard again meanwhile", async () => {
    ask(choices);
    render(<Rail kit={kit} />);
    key("1");
    await screen.findByText("This cannot be taken back.");
    const before = document.querySelector("button[data-armed]");
    expect(before).not.toBeNull();
    ask([option("end", {}, "End the turn"), option("stay", {}, "Stay")]);
    await vi.waitFor(() => expect(kit.session.shown.value?.decision?.options[0]).not.toBe(choices[0]));
    expect(document.querySelector("button[data-armed]")).toBe(before);
    key("Enter");
    await vi.waitFor(() => expect(answered.map((one) => one.key)).toEqual(["end"]));
  });

  test("says so plainly before it goes, and goes with Enter", async () => {
    ask(choices);
    render(<Rail kit={kit} />);
    key("1");
    await screen.findByText("This cannot be taken back.");
    expect(answered).toEqual([]);
    key("Enter");
    await vi.waitFor(() => expect(answered.map((one) => one.key)).toEqual(["end"]));
  });

  test("says so in Italian, and goes with the button", async () => {
    language.value = "it";
    ask(choices);
    render(<Rail kit={kit} />);
    fireEvent.click(screen.getByRole("button", { name: /End the turn/ }));
    await screen.findByText("Poi non si può tornare indietro.");
    expect(answered).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: /Fallo/ }));
    await vi.waitFor(() => expect(answered.map((one) => one.key)).toEqual(["end"]));
  });

  test("names chance where chance decides", async () => {
    ask([option("fire", { unit: "A", target: "B" }), option("done", {})]);
    render(<Rail kit={kit} />);
    key("1");
    await screen.findByText("Chance decides: this cannot be taken back.");
  });

  test("shows on the compass which way waits", async () => {
    ask([0, 1, 2, 3, 4, 5].map((facing) => option("end", { unit: "A", facing }, `Face ${facing}`)));
    render(<OptionList kit={kit} />);
    fireEvent.click(screen.getByRole("button", { name: "Face 4" }));
    await vi.waitFor(() => expect(screen.getByRole("button", { name: "Face 4" }).dataset.armed).toBe(""));
    expect(answered).toEqual([]);
  });
});

test("what one may not have thought of is said with its rules, in both languages", async () => {
  ask([option("go", {}, "Go on"), option("stay", {}, "Stay")]);
  render(<Rail kit={kit} />);
  expect(screen.queryByRole("list", { name: "To bear in mind" })).toBeNull();
  const text = { en: "Condé joins Picardie", it: "Condé si unisce a Picardie" };
  kit.deciding.preview.value = {
    allowed: true,
    prospects: [],
    sketch: [],
    final: false,
    cautions: [{ text, rules: ["esa.10.1b"] }],
  };
  const said = await screen.findByRole("list", { name: "To bear in mind" });
  expect(said.textContent).toContain("Condé joins Picardie");
  expect(said.querySelector("button")?.textContent).toContain("10.1b");
  language.value = "it";
  await screen.findByText(/Condé si unisce a Picardie/);
});

test("a number is typed and entered", () => {
  const taken = signal<Option | null>(null);
  const numbers = new Map([
    ["7", option("roll", { card: 7 }, "Seven")],
    ["17", option("roll", { card: 17 }, "Seventeen")],
  ]);
  render(
    <NumberEntry
      numbers={numbers}
      onTake={(one) => {
        taken.value = one;
      }}
    />,
  );
  const field = screen.getByRole("textbox");
  fireEvent.input(field, { target: { value: "9" } });
  expect(field.getAttribute("aria-invalid")).toBe("true");
  fireEvent.input(field, { target: { value: "17" } });
  expect(screen.getByText("Seventeen")).toBeTruthy();
  fireEvent.click(screen.getByRole("button"));
  expect(taken.value?.args.card).toBe(17);
});

describe("a refusal", () => {
  test("is said in plain words, or in the rule's own", () => {
    expect(inWords(new Refusal(409, "late", "raw", "", null))).toMatch(/moved on/);
    expect(
      inWords(new Refusal(422, "not-allowed", "raw", "none.1", { en: "Too far.", it: "Troppo lontano." })),
    ).toBe("Too far.");
    expect(inWords(new Refusal(422, "never-heard-of", "raw words", "", null))).toBe("raw words");
    language.value = "it";
    expect(inWords(new Refusal(409, "over", "", "", null))).toBe("La battaglia è finita.");
  });
});

test("the card of a unit says «none» where it has no such value", () => {
  ask([]);
  const shown = kit.session.shown.value;
  if (shown?.view.pieces[0]) shown.view.pieces[0].values = { fire: null, melee: 2 };
  kit.inspected.value = "A";
  render(<Inspector kit={kit} />);
  const card = screen.getAllByRole("definition").map((one) => one.textContent);
  expect(card.slice(0, 2)).toEqual(["None", "2"]);
});
