type Ask = () => Promise<boolean>

let ask: Ask | null = null
let running: Promise<boolean> | null = null

/** The shell tells how a person signs in over the page they are on; answers how to take it back. */
export function declareSignIn(by: Ask): () => void {
  ask = by
  return () => {
    if (ask === by) ask = null
  }
}

/**
 * Lets the person sign in over the page, once for all calls that found the session over: whether they did. false at once
 * where there is no page to go on with. Screens §4.
 */
export function signInAgain(): Promise<boolean> {
  if (running === null && ask !== null)
    running = ask().finally(() => {
      running = null
    })
  return running ?? Promise.resolve(false)
}
