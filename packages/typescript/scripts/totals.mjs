// A reporter for node:test: failures as they come, and "N passed, N failed" as the last line.
export default async function* totals(source) {
  let passed = 0;
  let failed = 0;
  for await (const { type, data } of source) {
    const isTest = data?.details?.type !== "suite" && !data?.skip;
    if (type === "test:stdout" || type === "test:stderr") yield data.message;
    if (type === "test:pass" && isTest) passed += 1;
    if (type === "test:fail" && isTest) {
      failed += 1;
      yield `✖ ${data.name} (${data.file})\n${data.details.error?.cause?.stack ?? data.details.error}\n`;
    }
  }
  yield `${passed} passed, ${failed} failed\n`;
}
