/**
 * Waits for two things that run side by side. Where both fail it is for one cause: the error of the first is thrown, so that
 * equal failures are counted as one in the error log.
 */
export async function bothOf<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  second.catch(() => undefined)
  return [await first, await second]
}
