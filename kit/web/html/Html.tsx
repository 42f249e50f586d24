import DOMPurify from 'dompurify'
import { useMemo } from 'react'

/** Stored rich text, shown. The server has sanitised it; this is the second lock. Platform §5.3. */
export default function Html({ html }: { html: string }) {
  const clean = useMemo(() => DOMPurify.sanitize(html), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the line above.
  return <div className="k-html" dangerouslySetInnerHTML={{ __html: clean }} />
}
