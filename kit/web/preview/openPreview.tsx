import { useEffect, useRef } from 'react'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { type PreviewCode, READY, refreshMessage } from './message.ts'
import './preview.css'

const WIDTH = 600

/** Shows the code of a page in the dialog of /preview. Platform §7.3. */
export function openPreview(code: PreviewCode): Promise<null> {
  return openDialog<null>((close) => <PreviewDialog code={code} onClose={() => close(null)} />)
}

function PreviewDialog({ code, onClose }: { code: PreviewCode; onClose(): void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      const page = frame.current?.contentWindow
      if (origin === location.origin && source === page && data?.type === READY)
        page?.postMessage(refreshMessage(code), location.origin)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [code])
  return (
    <Dialog title={<span className="ts-unseen">预览</span>} width={WIDTH} footer={null} onCancel={onClose}>
      <iframe ref={frame} title="表单预览" src="/preview" className="k-preview-dialog" />
    </Dialog>
  )
}
