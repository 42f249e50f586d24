import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { confirm } from '#kit/web/confirm.tsx'
import { mayCall } from '#kit/web/session.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { TagColour } from './TagColour.tsx'
import { userTagCalls } from './tag.calls.ts'
import { openGiveTags } from './tagForms.tsx'
import { TAG_SOURCES } from './userTag.entity.ts'

const touches = ['/admin/user/tag', '/admin/user/timeline']

const sourceOf = (source: number): string => TAG_SOURCES.find((one) => one.value === source)?.label ?? ''

/** The tags of a user, given and taken in place by who may. For the record of a user. Members §2.4. */
export function UserTags({ uid, name }: { uid: number; name: string }) {
  const { data } = useCall(
    userTagCalls.of,
    { uids: String(uid) },
    { quiet: true, enabled: mayCall(userTagCalls.of) },
  )
  if (!mayCall(userTagCalls.of)) return null
  const take = async (tagId: number, tag: string) => {
    if (!(await confirm(`确定从“${name}”移除标签“${tag}”吗？`))) return
    await change(
      userTagCalls.take,
      { id: String(uid), tagId: String(tagId) },
      { success: '移除成功', touches },
    )
  }
  return (
    <span className="m-tags">
      {data?.map((tag) => (
        <Tooltip key={tag.tagId} title={sourceOf(tag.source)}>
          <span className="k-tag">
            <TagColour name={tag.name} color={tag.color} />
            {mayCall(userTagCalls.take) && (
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={`移除标签${tag.name}`}
                onClick={() => void take(tag.tagId, tag.name).catch(() => undefined)}
              />
            )}
          </span>
        </Tooltip>
      ))}
      {mayCall(userTagCalls.give) && (
        <Button
          type="dashed"
          size="small"
          icon={<PlusOutlined />}
          onClick={() => void openGiveTags([uid], name)}
        >
          标签
        </Button>
      )}
    </span>
  )
}
