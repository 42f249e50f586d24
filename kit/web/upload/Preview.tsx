import { Image } from 'antd'
import { useState } from 'react'

interface PreviewProps {
  urls: readonly string[]
  /** the first one shown */
  at: number
  onClose(): void
}

/** Pictures over the whole window, to zoom and turn; loaded when the first one is opened. */
export default function Preview({ urls, at, onClose }: PreviewProps) {
  const [current, setCurrent] = useState(at)
  return (
    <Image.PreviewGroup
      items={[...urls]}
      preview={{
        open: true,
        current,
        onOpenChange: (open) => {
          if (!open) onClose()
        },
        onChange: setCurrent,
      }}
    />
  )
}
