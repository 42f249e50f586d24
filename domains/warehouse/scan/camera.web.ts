import { lookAgain, type Sight } from './camera.rules.ts'

interface Detector {
  detect(of: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}

declare global {
  interface Window {
    /** Chrome on Android has it; other browsers do not yet. */
    BarcodeDetector?: new () => Detector
  }
}

/** Between two pictures that are looked at. */
const LOOK_MS = 150

/** Whether this browser reads codes from pictures; others offer no camera. Warehouse §7. */
export const readsPictures = (): boolean => window.BarcodeDetector !== undefined

/**
 * Shows the camera in a video and tells each code that comes into sight, until the signal ends it: then the camera is free again. It
 * throws where there is none, or where the person or the browser does not allow it. Warehouse §7.
 */
export async function openCamera(
  video: HTMLVideoElement,
  tell: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  // Without https browsers have none.
  if (window.BarcodeDetector === undefined || navigator.mediaDevices === undefined)
    throw Object.assign(new Error('no camera'), { name: 'SecurityError' })
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const end = () => {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  // It may have been closed while the person was still asked.
  if (signal.aborted) return end()
  signal.addEventListener('abort', end)
  video.srcObject = stream
  await video.play()
  void look(video, new window.BarcodeDetector(), tell, signal)
}

async function look(
  video: HTMLVideoElement,
  detector: Detector,
  tell: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let sight: Sight = new Map()
  while (!signal.aborted) {
    // A picture that cannot be read is followed by the next one.
    const found = await detector.detect(video).catch(() => [])
    if (signal.aborted) return
    const next = lookAgain(
      sight,
      found.map((one) => one.rawValue),
      performance.now(),
    )
    sight = next.sight
    for (const code of next.fresh) tell(code)
    await new Promise((done) => setTimeout(done, LOOK_MS))
  }
}
