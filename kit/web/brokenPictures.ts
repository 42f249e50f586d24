const PLACEHOLDER = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#f5f5f5"/>' +
    '<g fill="none" stroke="#bfbfbf" stroke-width="2"><rect x="18" y="20" width="28" height="24" rx="2"/>' +
    '<circle cx="26" cy="28" r="3"/><path d="m20 42 9-9 6 6 4-4 6 6"/></g></svg>',
)}`

const broken = new Set<string>()

/** What is shown for the address of a picture: what could not be loaded once is not asked for again. Screens §1. */
export function pictureOf(address: string | undefined): string | undefined {
  return address !== undefined && broken.has(address) ? PLACEHOLDER : address
}

/**
 * Shows a quiet placeholder for every picture that cannot be loaded (moved, deleted, on a host out of reach), wherever
 * it stands but in a text that is being written. Load errors do not bubble, so they are caught on the way down.
 */
export function replaceBrokenPictures(): void {
  // What could not be loaded without a network is asked for again.
  window.addEventListener('online', () => broken.clear())
  document.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLImageElement) || target.src === PLACEHOLDER) return
      // The text editor would take the placeholder for what was written, and keep it.
      if (target.closest('.ProseMirror') !== null) return
      const address = target.getAttribute('src')
      if (address !== null) broken.add(address)
      target.src = PLACEHOLDER
    },
    true,
  )
}
