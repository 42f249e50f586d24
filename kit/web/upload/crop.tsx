import { lazy, Suspense } from 'react'
import { openDialog } from '#kit/web/host.tsx'

const CropDialog = lazy(() => import('./CropDialog.tsx'))

/** How far a picture's width ÷ height may be from the wanted one to be taken as it is. */
const CLOSE = 0.01

/**
 * Lets a person cut pictures to a width ÷ height, one after the other; those that have it go through, and so does
 * what is no picture. Answers those to upload: what a person gave up is left out. Platform §5.2.
 */
export async function cropAll(files: readonly File[], ratio: number): Promise<File[]> {
  const ready: File[] = []
  for (const file of files) {
    const cut = await crop(file, ratio)
    if (cut !== null) ready.push(cut)
  }
  return ready
}

async function crop(file: File, ratio: number): Promise<File | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null || Math.abs(picture.width / picture.height / ratio - 1) < CLOSE) return file
  const cut = await openDialog<File | null>((close) => (
    <Suspense fallback={null}>
      <CropDialog file={file} picture={picture} ratio={ratio} onClose={close} />
    </Suspense>
  ))
  picture.close()
  return cut
}
