import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useLocation } from 'react-router'
import { goTo } from '#kit/web/navigate.ts'
import { toastInfo } from '#kit/web/toast.ts'
import { isShown, neighbourOf } from './neighbours.ts'

/** 上一条 and 下一条 of the list that a record was opened from; nothing when it was opened in another way. Screens §3. */
export function Neighbours({ entity, id }: { entity: string; id: number }) {
  const { pathname } = useLocation()
  if (!isShown(entity, id)) return null
  const go = async (step: 1 | -1) => {
    const next = await neighbourOf(entity, id, step)
    if (next === null) toastInfo(step === 1 ? '已是最后一条' : '已是第一条')
    else goTo(pathname.replace(new RegExp(`/${id}(?=/|$)`), `/${next}`))
  }
  return (
    <Space.Compact>
      <Button icon={<LeftOutlined />} aria-label="上一条" title="上一条" onClick={() => void go(-1)} />
      <Button icon={<RightOutlined />} aria-label="下一条" title="下一条" onClick={() => void go(1)} />
    </Space.Compact>
  )
}
