import { lazy, Suspense, useState } from 'react'
import { pictureOf } from '#kit/web/brokenPictures.ts'

const Preview = lazy(() => import('./Preview.tsx'))

interface ThumbProps {
  urls: readonly string[]
  /** which of them is shown small */
  at?: number
  label: string
  /** px */
  size: number
}

/** A small picture; pressing it shows it large, with the others to go through. */
export function Thumb({ urls, at = 0, label, size }: ThumbProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="k-thumb"
        aria-label={`查看${label}`}
        onClick={(event) => {
          event.stopPropagation()
          setOpen(true)
        }}
      >
        <img src={pictureOf(urls[at])} alt="" width={size} height={size} loading="lazy" />
      </button>
      {open && (
        <Suspense fallback={null}>
          <Preview urls={urls} at={at} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
