import { type Act, act } from '#kit/web/actions.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { change } from '#kit/web/useCall.ts'
import { tagCalls, userTagCalls } from './tag.calls.ts'
import { userTagRel } from './userTag.entity.ts'

const READS = ['uid', 'nickname', 'source'] as const
type Row = RowSeen<typeof userTagCalls.tagged, typeof READS>

const SHOW = ['nickname', 'phone', 'level', 'lifeStage', 'source', 'bindTime', 'expireTime', 'operator']
const CALLS = { list: userTagCalls.tagged, exportRows: tagCalls.usersExport }
const SUBJECT = { name: 'nickname', code: 'userNo', picture: 'avatar' }

async function take(tagId: number, rows: readonly Row[]): Promise<void> {
  const who = rows.length === 1 ? `“${rows[0]?.nickname ?? ''}”` : `${rows.length} 名用户`
  if (!(await confirm(`确定从${who}移除该标签吗？自动标签移除后，规则不会再为他们打上。`, { danger: true })))
    return
  await change(
    userTagCalls.take,
    { id: rows.map((row) => row.uid).join(','), tagId: String(tagId) },
    { success: '移除成功', touches: [userTagCalls.tagged.path, '/admin/user/tag'] },
  )
}

/** The users of a tag, and how each of them came by it. Members §2.7 list/tag. */
export function TaggedUsers({ tagId }: { tagId: number }) {
  const actions: readonly Act<Row>[] = [
    act({
      label: '移除标签',
      danger: true,
      permission: userTagCalls.take,
      run: (row: Row) => take(tagId, [row]),
    }),
  ]
  const batch: readonly Act<readonly Row[]>[] = [
    act({
      label: '移除标签',
      danger: true,
      permission: userTagCalls.take,
      run: (rows: readonly Row[]) => take(tagId, rows),
    }),
  ]
  return (
    <ListPage
      reads={READS}
      of={userTagRel}
      calls={CALLS}
      fixed={{ tagId }}
      show={SHOW}
      subject={SUBJECT}
      actions={actions}
      batch={batch}
      searched="昵称、会员号、手机号"
      dated="打标时间"
      empty="还没有用户有这个标签"
    />
  )
}
