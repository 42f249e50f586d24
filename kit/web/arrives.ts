const PAUSES_MS = [200, 800, 2000]

/**
 * Asks for code or for an answer; what does not arrive is asked for again, three times within three seconds, so that a
 * line that is lost for a moment costs nobody their page. `isLost` tells what did not arrive from what was refused.
 * Rejects as the last try did. Platform §4.6.
 */
export async function arrives<T>(
  load: () => Promise<T>,
  isLost: (error: unknown) => boolean = () => true,
): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await load()
    } catch (error) {
      if (!isLost(error)) throw error
      await new Promise((resolve) => {
        setTimeout(resolve, pause)
      })
    }
  }
  return load()
}
