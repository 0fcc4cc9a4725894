/**
 * The result of `work` if it comes within `ms` milliseconds, otherwise that of `late`, which may throw. Errors of
 * `work` pass through.
 */
export async function within<Result, Late>(
  ms: number,
  work: Promise<Result>,
  late: () => Late,
): Promise<Result | Late> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  try {
    return await Promise.race([work, promise.then(late)]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
