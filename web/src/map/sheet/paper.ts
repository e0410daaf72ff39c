// The sheet itself: laid paper, mottled and browned at the edges, painted once on a canvas.

import { chanceOf } from "./chance";

/** Soft noise: a small grid of chance, blown up smoothly. */
function clouds(
  width: number,
  height: number,
  grain: number,
  word: string,
): (x: number, y: number) => number {
  const columns = Math.ceil(width / grain) + 2;
  const rows = Math.ceil(height / grain) + 2;
  const chance = chanceOf(word);
  const grid = Float32Array.from({ length: columns * rows }, chance);
  const soft = (t: number) => t * t * (3 - 2 * t);
  return (x, y) => {
    const c = Math.floor(x / grain);
    const r = Math.floor(y / grain);
    const u = soft(x / grain - c);
    const v = soft(y / grain - r);
    const at = (dc: number, dr: number) => grid[(r + dr) * columns + c + dc] ?? 0;
    return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v;
  };
}

/** Paints paper of this size; a browser without a canvas keeps the plain colour behind it. */
export function paintPaper(canvas: HTMLCanvasElement, width: number, height: number, word: string): void {
  // half the sheet's measure: the eye sees fibres, not dots
  const wide = Math.round(width / 1.5);
  const tall = Math.round(height / 1.5);
  canvas.width = wide;
  canvas.height = tall;
  const pen = canvas.getContext?.("2d");
  if (!pen?.createImageData) return;
  const image = pen.createImageData(wide, tall);
  const broad = clouds(wide, tall, 150, `${word} broad`);
  const middle = clouds(wide, tall, 42, `${word} middle`);
  const fine = clouds(wide, tall, 5, `${word} fine`);
  const chance = chanceOf(`${word} grain`);
  for (let y = 0; y < tall; y++)
    for (let x = 0; x < wide; x++) {
      const edge = Math.min(x, y, wide - 1 - x, tall - 1 - y);
      const brown = Math.max(0, 1 - edge / 70) ** 2;
      // chain lines of the mould stand upright, laid lines across
      const laid = (y % 4 === 0 ? 0.8 : 0) + (x % 46 === 0 ? 1.2 : 0);
      const tone =
        (broad(x, y) - 0.5) * 15 +
        (middle(x, y) - 0.5) * 9 +
        (fine(x, y) - 0.5) * 5 +
        (chance() - 0.5) * 5 -
        laid;
      const n = (y * wide + x) * 4;
      image.data[n] = 233 + tone - brown * 26;
      image.data[n + 1] = 220 + tone - brown * 34;
      image.data[n + 2] = 187 + tone * 1.15 - brown * 44;
      image.data[n + 3] = 255;
    }
  pen.putImageData(image, 0, 0);
  // foxing
  const spots = chanceOf(`${word} foxing`);
  for (let n = 0; n < 34; n++) {
    const r = 1 + spots() * spots() * 7;
    const x = spots() * wide;
    const y = spots() * tall;
    const stain = pen.createRadialGradient(x, y, 0, x, y, r);
    stain.addColorStop(0, "rgb(140 95 45 / 16%)");
    stain.addColorStop(1, "rgb(140 95 45 / 0%)");
    pen.fillStyle = stain;
    pen.fillRect(x - r, y - r, 2 * r, 2 * r);
  }
}
