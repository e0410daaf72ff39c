import { expect, test } from "vitest";
import { blake2b } from "../../src/telling/blake2b";

// worked out with Python: hashlib.blake2b(text.encode(), digest_size=32, person=person.encode()).hexdigest()
const VECTORS: [text: string, person: string, digest: string][] = [
  ["", "", "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"],
  ["", "alfiere-commit", "a760cd247695944fc27ca85678f989d327fe12fc2b8c82b411a087919444da6e"],
  ["", "alfiere-seed", "5ed2d1621c81f3597a5dfd7cd10d15a76aca55ca64ed80955e4fcd1277a03e57"],
  ["", "sixteen-bytes-xx", "3f544e2161a6c0b5c680d79c2ee98e1ea5f6dfa0ad395f581e93d62fc79d4bdf"],
  ["abc", "", "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"],
  ["abc", "alfiere-commit", "e3a7a0e40888c2d4eccb6fd2a210ef84894a33029f5c3038d88405eb5af498ee"],
  ["abc", "alfiere-seed", "a20e31a591a209e9d49d43a29d29e2a675de69c9e494ade1a76545682138f702"],
  ["abc", "sixteen-bytes-xx", "ac71447516a36875ea37ebd5128b4c57315c07c7f1156e8f88e61d70137e3657"],
  ["x".repeat(127), "", "32afe327aece2cc8275e868be2ea929410f47bcfbac87d8197d92c972a290d3d"],
  ["x".repeat(127), "alfiere-commit", "e9443583ce2ee81efc9cb7fb3bca5f1b4f5c092c7e76625e0078c18373501b0e"],
  ["x".repeat(127), "alfiere-seed", "b56adbf4eb97a6f8ebe3a9794f1affde33149e18c949d019cd91810546b52b10"],
  ["x".repeat(127), "sixteen-bytes-xx", "4a1bd202b8f8e9af52d88c9493a5736ba66d7c30ee8dac8b8a3c5fabb94c6810"],
  ["x".repeat(128), "", "164ffb7089bae6f5a62fb0795e751dc9e88eac92e1a5b2fafe93a25abf2d9c3b"],
  ["x".repeat(128), "alfiere-commit", "3719ecf3f2db75d94323909f15cd24c352dd865a0c36f3c3a80f4ed71b68357b"],
  ["x".repeat(128), "alfiere-seed", "6878eb96577135da1406940890100c00866310b75b3d9a91b0f1a71909842878"],
  ["x".repeat(128), "sixteen-bytes-xx", "f0ec32741af5c62a1f534fb7386bf9625266a5b6a5e71a90cc79afe0de26fba4"],
  ["x".repeat(129), "", "03b0758fa71d249c846c2304a2b9996e6ae66ffa7e5528f9e612e089a360fc8d"],
  ["x".repeat(129), "alfiere-commit", "cf7373322438265690ed7052d711a477bcc181ad24c8a366e69869f31503fe30"],
  ["x".repeat(129), "alfiere-seed", "911da6c62a7325bf87ad79ee5a1c3782d4d31e7251a193cd45003d736e2f0e81"],
  ["x".repeat(129), "sixteen-bytes-xx", "c3a97bb5c4abb3bb64c4e04e9d0912dabd9e08aa4d0e41e719b9e8e4d045c0d5"],
  ["x".repeat(1000), "", "ab75119ede14ef06ebf31f745fb655ed006cccfe8054c635308a557f7c9beaba"],
  ["x".repeat(1000), "alfiere-commit", "217b9cae5ba297a6634e8e304f97b5862562db0fe2e43d9e2786e7929ed34d0b"],
  ["x".repeat(1000), "alfiere-seed", "91625bba1b5eae24419970428b1bd196922adb6924dfcbeb05642bca2b609be0"],
  ["x".repeat(1000), "sixteen-bytes-xx", "ac8e71fec7dc4f5ffa75fa6caa1196bd994ac8a2696845cf561df878d4212e13"],
  ["Condé — «à l'épée»", "", "b455eaebe5fa9391775bc08a3babc11aeaede8ec281dda7dea0f0999e06827fd"],
  [
    "Condé — «à l'épée»",
    "alfiere-commit",
    "9e4b758c0748d3309624718b6dbed28b4c57ad618e62ec9d4fd7325ac6c15770",
  ],
  ["Condé — «à l'épée»", "alfiere-seed", "146c847e6c35d3077b365b616677be125738b0d7359817ef81f34c81370fe122"],
  [
    "Condé — «à l'épée»",
    "sixteen-bytes-xx",
    "de62200c1d52df789433ba3193540df413cbeb8f461f66d53b7b78e13456eda0",
  ],
];

test.each(VECTORS)("agrees with hashlib: %.12s %s", (text, person, digest) => {
  expect(blake2b(text, person)).toBe(digest);
});

test("gives the 64 bytes of RFC 7693 for abc", () => {
  expect(blake2b("abc", "", 64)).toBe(
    "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1" +
      "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
  );
});
