// What several sentences have in common.

/** The words with which all sentences begin; the last word is never taken, it tells them apart. */
export function commonBeginning(sentences: readonly string[]): string {
  const [first, ...others] = sentences.map((one) => one.split(" "));
  if (!first) return "";
  let count = first.length - 1;
  for (const other of others) {
    let same = 0;
    while (same < Math.min(count, other.length - 1) && other[same] === first[same]) same += 1;
    count = same;
  }
  return first.slice(0, count).join(" ");
}
