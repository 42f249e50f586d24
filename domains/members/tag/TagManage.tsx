import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  EditOutlined,
  PlusOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { ref } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { entity } from '#kit/shared/entity.ts'
import { ColourInput } from '#kit/web/ColourInput.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { mayCall } from '#kit/web/session.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { change, useCall } from '#kit/web/useCall.ts'
import { TagColour } from './TagColour.tsx'
import { TagOverlap } from './TagOverlap.tsx'
import { tagCalls } from './tag.calls.ts'
import { openHandTag, pageOf } from './tagForms.tsx'
import { tagGroupCalls as calls } from './tagGroup.calls.ts'
import { AUTOMATIC } from './userTag.entity.ts'
import { userTagGroup } from './userTagGroup.entity.ts'

type Group = OutWireOf<typeof calls.list>['list'][number]
type Tag = OutWireOf<typeof calls.coverage>['tags'][number]

const TOUCHES = ['/admin/tag', '/admin/user/tag']
/** Tags of no group. */
const NONE = 0
const MOST = 200

const openGroup = (id: number | null): Promise<number | null> =>
  openForm({
    of: userTagGroup,
    calls,
    id,
    inputs: {
      color: { Input: ColourInput },
      selectMode: { help: '单选：每个用户在这一组里最多有一个标签，新的替换旧的' },
    },
    touches: TOUCHES,
  })

const target = entity(
  'tagMove',
  '移动标签',
  { tagGroupId: ref('移到', 'userTagGroup', { help: '不选为移出标签组' }) },
  { title: 'tagGroupId' },
)

const moveTag = (tag: Tag): Promise<number | null> =>
  openForm({
    of: target,
    calls: { save: calls.move },
    id: null,
    title: `移动标签“${tag.name}”`,
    complete: ({ tagGroupId }) => ({ tagIds: String(tag.id), tagGroupId: tagGroupId ?? NONE }),
    success: '移动成功',
    touches: TOUCHES,
  })

/** /tag/manage: 标签管理, groups of tags and how much of the users they cover. Members §4.2. */
export default function TagManage() {
  const { data, error, refetch } = useCall(calls.list, { limit: MOST }, { quiet: true, keep: true })
  const [chosen, setChosen] = useState<number | null>(null)
  if (data === undefined)
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const groups = data.list
  const now = chosen ?? groups[0]?.id ?? NONE
  return (
    <div className="m-tag-manage k-page">
      <Groups groups={groups} value={now} onChange={setChosen} />
      <GroupTags group={groups.find((one) => one.id === now) ?? null} groupId={now} />
    </div>
  )
}

interface GroupsProps {
  groups: readonly Group[]
  value: number
  onChange(id: number): void
}

function Groups({ groups, value, onChange }: GroupsProps) {
  const [busy, setBusy] = useState(false)
  const move = async (at: number, by: -1 | 1) => {
    const ids = groups.map((one) => one.id)
    const [id] = ids.splice(at, 1)
    if (id === undefined) return
    ids.splice(at + by, 0, id)
    setBusy(true)
    await change(calls.sort, { ids: ids.join(',') }, { touches: TOUCHES }).catch(() => undefined)
    setBusy(false)
  }
  const remove = async ({ id, groupName }: Group) => {
    if (!(await confirm(`确定删除标签组“${groupName}”吗？`, { danger: true }))) return
    await change(calls.remove, { id: String(id) }, { success: '删除成功', touches: TOUCHES }).then(
      () => onChange(NONE),
      () => undefined,
    )
  }
  const maySort = mayCall(calls.sort)
  return (
    <section aria-label="标签组">
      {mayCall(calls.save) && (
        <Button icon={<PlusOutlined />} onClick={() => void openGroup(null)}>
          新增标签组
        </Button>
      )}
      <ul className="m-tag-groups">
        {groups.map((group, at) => (
          <li key={group.id} aria-current={group.id === value}>
            <Button type="text" onClick={() => onChange(group.id)}>
              <TagColour name={group.groupName} color={group.color} />（{group.tagNum}）
            </Button>
            {group.id === value && (
              <>
                {maySort && at > 0 && (
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowUpOutlined />}
                    aria-label={`上移${group.groupName}`}
                    disabled={busy}
                    onClick={() => void move(at, -1)}
                  />
                )}
                {maySort && at < groups.length - 1 && (
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowDownOutlined />}
                    aria-label={`下移${group.groupName}`}
                    disabled={busy}
                    onClick={() => void move(at, 1)}
                  />
                )}
                {mayCall(calls.update) && (
                  <Button
                    type="text"
                    size="small"
                    icon={<EditOutlined />}
                    aria-label={`编辑${group.groupName}`}
                    onClick={() => void openGroup(group.id)}
                  />
                )}
                {mayCall(calls.remove) && (
                  <Button
                    type="text"
                    size="small"
                    icon={<DeleteOutlined />}
                    aria-label={`删除${group.groupName}`}
                    onClick={() => void remove(group)}
                  />
                )}
              </>
            )}
          </li>
        ))}
        <li aria-current={value === NONE}>
          <Button type="text" onClick={() => onChange(NONE)}>
            未分组
          </Button>
        </li>
      </ul>
    </section>
  )
}

function GroupTags({ group, groupId }: { group: Group | null; groupId: number }) {
  const { data, error, refetch } = useCall(
    calls.coverage,
    { tagGroupId: groupId },
    { quiet: true, keep: true },
  )
  if (data === undefined)
    return error === null ? <Loading rows={6} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const columns = [
    {
      title: '标签',
      key: 'name',
      width: 200,
      render: (tag: Tag) =>
        mayCall(tagCalls.info) ? (
          <PageLink to={pageOf(tag.id)}>
            <TagColour name={tag.name} color={tag.color} />
          </PageLink>
        ) : (
          <TagColour name={tag.name} color={tag.color} />
        ),
    },
    {
      title: '类型',
      key: 'tagType',
      width: 80,
      render: ({ tagType }: Tag) => (tagType === AUTOMATIC ? '自动' : '手工'),
    },
    { title: '用户数', dataIndex: 'userNum', width: 100, align: 'right' as const },
    {
      title: '覆盖率',
      key: 'rate',
      width: 100,
      align: 'right' as const,
      render: ({ rate }: Tag) => `${(rate / 100).toFixed(2)}%`,
    },
    {
      title: '操作',
      key: 'acts',
      width: 100,
      render: (tag: Tag) =>
        mayCall(calls.move) ? (
          <Button type="link" className="k-link" onClick={() => void moveTag(tag)}>
            移动
          </Button>
        ) : null,
    },
  ]
  return (
    <section aria-label={group?.groupName ?? '未分组'}>
      <div className="k-list-bar">
        <span className="k-hint">
          {group === null ? '不属于任何标签组的标签' : group.selectMode === 1 ? '单选组' : '多选组'}，共
          {data.users}
          名用户
        </span>
        {mayCall(tagCalls.save) && (
          <Button icon={<PlusOutlined />} onClick={() => void openHandTag(null)}>
            新增标签
          </Button>
        )}
      </div>
      {data.tags.length === 0 ? (
        <p className="k-hint">这一组还没有标签</p>
      ) : (
        <Table<Tag> scroll={{ x: 580 }} columns={columns} dataSource={[...data.tags]} />
      )}
      {group !== null && data.tags.length > 1 && <TagOverlap key={groupId} groupId={groupId} />}
    </section>
  )
}
