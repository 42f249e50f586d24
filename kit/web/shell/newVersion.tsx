import { toastStanding } from '../toast.ts'

const ENTRY = /<script[^>]+type="module"[^>]+src="([^"]+)"/

let told = false

/**
 * Code that does not arrive because the product was brought up to date meanwhile is told once, with a way to go on;
 * other failures are only logged, where they are caught. Platform §4.6.
 */
export function watchVersion(): void {
  addEventListener('vite:preloadError', () => {
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
  })
}

/** Whether the server now sends another application than the one that runs here: its name carries its hash. */
async function isReplaced(): Promise<boolean> {
  const here = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const [, there] = ENTRY.exec(await (await fetch('/', { cache: 'no-store' })).text()) ?? []
  return there !== undefined && there !== here
}
