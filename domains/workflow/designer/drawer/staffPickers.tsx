import { pickDept, pickRole, pickStaff } from '#domains/access/access.pickers.tsx'
import type { Option } from '#kit/shared/standardCalls.ts'
import { openDialog } from '#kit/web/host.tsx'
import { rememberNames } from '#kit/web/refs.ts'
import type { ActorPickers, NamedChoice } from './host.types.ts'
import { PostDialog } from './PostDialog.tsx'

/** Participants of this product, chosen where its other screens choose them. Platform §5.1. */
export const staffPickers: ActorPickers = {
  user: async () => {
    const staff = await pickStaff({ multiple: true })
    return tokens(
      'user',
      'admin',
      staff?.map(({ id, realName }) => ({ value: id, label: realName })),
    )
  },
  role: async () => tokens('role', 'role', await pickRole({ multiple: true })),
  dept: async () => tokens('dept', 'dept', await pickDept({ multiple: true })),
  post: async () => {
    const posts = await openDialog<readonly string[] | null>((close) => <PostDialog onClose={close} />)
    return posts?.map((post) => ({ value: `post:${post}`, label: post })) ?? null
  },
}

/** Chosen rows as tokens; their names need not be asked for again. */
function tokens(
  kind: string,
  entity: string,
  chosen: readonly Option[] | null | undefined,
): NamedChoice[] | null {
  if (chosen === null || chosen === undefined) return null
  rememberNames(entity, chosen)
  return chosen.map(({ value, label }) => ({ value: `${kind}:${value}`, label }))
}
