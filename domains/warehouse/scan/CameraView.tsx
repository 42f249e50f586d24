import { Alert, Button } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { cameraFault } from './camera.rules.ts'
import { openCamera } from './camera.web.ts'

/** The picture of the camera while codes are read from it; it is free again when this is closed. Warehouse §7. */
export function CameraView({ onCode, onClose }: { onCode(code: string): void; onClose(): void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState('')
  const tell = useEffectEvent(onCode)
  useEffect(() => {
    const closing = new AbortController()
    if (video.current !== null)
      openCamera(video.current, (code) => tell(code), closing.signal).catch((error: unknown) => {
        if (!closing.signal.aborted) setFault(cameraFault(error))
      })
    return () => closing.abort()
  }, [])
  return (
    <section className="w-scan-camera" aria-label="相机">
      {fault === '' ? (
        <video ref={video} muted playsInline aria-label="相机画面" />
      ) : (
        <Alert type="warning" showIcon message={fault} />
      )}
      <Button onClick={onClose}>关闭相机</Button>
    </section>
  )
}
