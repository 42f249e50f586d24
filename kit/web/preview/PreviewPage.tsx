import { useEffect, useMemo, useRef, useState } from 'react'
import { previewHosts } from '#kit/web/start.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { frameDocument, TOLD } from './frame.ts'
import { type PreviewCode, READY, readRefresh } from './message.ts'
import './preview.css'

const ADDRESS = /^(https?|wss?|data|blob):?/
/** So many remarks are kept of one page: code may go wrong in a loop. */
const MOST_REMARKS = 20

/**
 * /preview: shows what its parent or opener sends, in a frame that reaches nothing of this application. Its document
 * has a policy of its own (the frame inherits it), so it is opened by address. Platform §7.3.
 */
export default function PreviewPage() {
  const [shown, setShown] = useState<{ code: PreviewCode; number: number } | null>(null)
  const [remarks, setRemarks] = useState<readonly string[]>([])
  const frame = useRef<HTMLIFrameElement>(null)
  const hosts = previewHosts()

  useEffect(() => {
    // Opened by a way within the application: the document is not the one that may show code.
    if (hosts === null) location.reload()
  }, [hosts])
  useEffect(() => {
    const makers: readonly unknown[] = [parent === window ? null : parent, opener]
    const remark = (text: string) =>
      setRemarks((now) => (now.includes(text) ? now : [...now, text].slice(0, MOST_REMARKS)))
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source === null) return
      if (source === frame.current?.contentWindow) {
        const text = String(data?.text ?? '')
        if (data?.type === TOLD.blocked && ADDRESS.test(text)) remark(`已拦截外部资源 ${text}`)
        if (data?.type === TOLD.error) remark(`脚本错误：${text}`)
        return
      }
      if (origin !== location.origin || !makers.includes(source)) return
      const code = readRefresh(data)
      if (typeof code === 'string') setRemarks([code])
      else if (code !== null) {
        setRemarks([])
        setShown((now) => ({ code, number: (now?.number ?? 0) + 1 }))
      }
    }
    addEventListener('message', onMessage)
    const ready = { type: READY }
    if (parent !== window) parent.postMessage(ready, location.origin)
    if (opener !== null) opener.postMessage(ready, location.origin)
    return () => removeEventListener('message', onMessage)
  }, [])

  const page = useMemo(
    () =>
      shown === null ? null : frameDocument(shown.code, { origin: location.origin, hosts: hosts ?? [] }),
    [shown, hosts],
  )
  return (
    <div className="k-preview">
      {page === null ? (
        <Empty text="等待预览内容" />
      ) : (
        <iframe ref={frame} key={shown?.number} title="预览内容" sandbox="allow-scripts" srcDoc={page.html} />
      )}
      <ul className="k-preview-remarks" aria-live="polite">
        {[...(page?.blocked.map((link) => `已拦截外部资源 ${link}`) ?? []), ...remarks].map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
