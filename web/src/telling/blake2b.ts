// BLAKE2b (RFC 7693) without a key, with a personalisation: what the server's promises are made with.
// Few and short texts are hashed here, so whole 64-bit numbers are fast enough and easy to read.

const WORD = (1n << 64n) - 1n;

const IV = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];

const SIGMA = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
].map((row) => [...row].map((digit) => Number.parseInt(digit, 16)));

/** The four words each of the eight mixings of a round works on. */
const MIXED = ["048c", "159d", "26ae", "37bf", "05af", "16bc", "278d", "349e"].map((row) =>
  [...row].map((digit) => Number.parseInt(digit, 16)),
) as [number, number, number, number][];

const turned = (word: bigint, by: bigint) => ((word >> by) | (word << (64n - by))) & WORD;

function wordsOf(bytes: Uint8Array): bigint[] {
  const seen = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / 8 }, (_, index) => seen.getBigUint64(index * 8, true));
}

function compress(h: bigint[], block: bigint[], counted: bigint, last: boolean): void {
  const v = [...h, ...IV];
  v[12] = (v[12] as bigint) ^ counted;
  if (last) v[14] = (v[14] as bigint) ^ WORD;
  for (let round = 0; round < 12; round++) {
    const row = SIGMA[round % 10] as number[];
    MIXED.forEach(([a, b, c, d], index) => {
      const at = (place: number) => v[place] as bigint;
      const half = (word: number | undefined, first: bigint, second: bigint) => {
        v[a] = (at(a) + at(b) + (block[word as number] as bigint)) & WORD;
        v[d] = turned(at(d) ^ at(a), first);
        v[c] = (at(c) + at(d)) & WORD;
        v[b] = turned(at(b) ^ at(c), second);
      };
      half(row[2 * index], 32n, 24n);
      half(row[2 * index + 1], 16n, 63n);
    });
  }
  for (let index = 0; index < 8; index++)
    h[index] = (h[index] as bigint) ^ (v[index] as bigint) ^ (v[index + 8] as bigint);
}

/** The fingerprint of a text, in hexadecimal digits; `person` has at most 16 bytes. */
export function blake2b(text: string, person = "", size = 32): string {
  const parameters = new Uint8Array(64);
  parameters.set([size, 0, 1, 1]);
  parameters.set(new TextEncoder().encode(person), 48);
  const h = wordsOf(parameters).map((word, index) => word ^ (IV[index] as bigint));

  const bytes = new TextEncoder().encode(text);
  const blocks = Math.max(1, Math.ceil(bytes.length / 128));
  const padded = new Uint8Array(blocks * 128);
  padded.set(bytes);
  for (let index = 0; index < blocks; index++) {
    const last = index === blocks - 1;
    const counted = BigInt(last ? bytes.length : (index + 1) * 128);
    compress(h, wordsOf(padded.subarray(index * 128, (index + 1) * 128)), counted, last);
  }

  const out = new DataView(new ArrayBuffer(64));
  h.forEach((word, index) => {
    out.setBigUint64(index * 8, word, true);
  });
  return Array.from({ length: size }, (_, index) => out.getUint8(index).toString(16).padStart(2, "0")).join(
    "",
  );
}
