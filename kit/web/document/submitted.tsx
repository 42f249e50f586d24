import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { toastNotice } from '#kit/web/toast.ts'
import { type DocumentKey, decidersOf } from './trace.ts'

/** Says that a document was handed in, who decides it now, and where it is seen. Screens §5. */
export async function tellSubmitted(of: DocumentKey, see: string): Promise<void> {
  const names = await decidersOf(of)
  toastNotice(
    <>
      {names === '' ? '已提交，等待审核' : `已提交，等待 ${names} 审核`} · <PageLink to={see}>查看</PageLink>
    </>,
  )
}
