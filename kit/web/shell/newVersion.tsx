import { toastStanding } from '../toast.ts'

const ENTRY = /<script[^>]+type="module"[^>]+src="([^"]+)"/

/** A window that was away for less than this is not looked at anew. */
const AWAY_MS = 600_000

let told = false

/**
 * That the product was brought up to date meanwhile is told once, with a way to go on: when code does not arrive, and
 * when a person comes back to a window that stood for a while. Other failures are only logged, where they are caught.
 * Platform §4.6.
 */
export function watchVersion(): void {
  let looked = Date.now()
  addEventListener('vite:preloadError', look)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < AWAY_MS) return
    looked = Date.now()
    look()
  })
}

function look(): void {
  if (told) return
  isReplaced().then(
    (replaced) => {
      if (!replaced || told) return
      told = true
      toastStanding(
        <button type="button" className="ts-update" onClick={() => location.reload()}>
          系统已更新，点击刷新
        </button>,
      )
    },
    (error: unknown) => console.error(error),
  )
}

/** Whether the server now sends another application than the one that runs here: its name carries its hash. */
async function isReplaced(): Promise<boolean> {
  const here = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const [, there] = ENTRY.exec(await (await fetch('/', { cache: 'no-store' })).text()) ?? []
  return there !== undefined && there !== here
}
