import { theHouse } from '#kit/web/shell/house.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { toastNotice, toastSuccess } from '#kit/web/toast.ts'

/** Says that a row was made, with the way to its page where it has one. Screens §5. */
export async function tellCreated(text: string, type: string, id: number): Promise<void> {
  const page = await theHouse()
    .slots.recordPage?.(type, id)
    .catch(() => '')
  if (page === undefined || page === '') toastSuccess(text)
  else
    toastNotice(
      <>
        {text} · <PageLink to={page}>查看</PageLink>
      </>,
    )
}
