const WAITS_MS = [200, 1000]

/**
 * Loads code; what does not arrive is asked for again, twice within little more than a second, so that a line that is
 * lost for a moment costs nobody their page. Rejects as the last try did. Platform §4.6.
 */
export async function arrives<T>(load: () => Promise<T>): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, wait)
      })
    }
  }
  return load()
}
