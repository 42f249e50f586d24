import { Image, Modal } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { sizeText } from '#kit/shared/text.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { ask } from '#kit/web/ask.tsx'
import { confirm, copyText } from '#kit/web/confirm.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { toastError } from '#kit/web/toast.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import {
  attachmentInfo,
  deleteAttachments,
  type listAttachments,
  moveAttachments,
  renameAttachment,
} from './attachment.calls.ts'
import { attachment } from './attachment.entity.ts'
import { FolderInput } from './Folders.tsx'

/** A picture or a film of the library. */
export type Item = OutWireOf<typeof listAttachments>['list'][number]

const idsOf = (items: readonly Item[]): string => items.map((item) => item.id).join(',')

/** Asks for a folder and moves there. */
export const moveItems = {
  permission: moveAttachments,
  async run(items: readonly Item[]): Promise<void> {
    const pid = await openDialog<number | null>((close) => (
      <MoveDialog count={items.length} onClose={close} />
    ))
    if (pid !== null) await change(moveAttachments, { attrId: idsOf(items), pid }, { success: '操作成功' })
  },
}

/** Deletes what nobody uses; true when all of them are gone. */
export const removeItems = {
  permission: deleteAttachments,
  async run(items: readonly Item[]): Promise<boolean> {
    const text =
      items.length === 1 ? `确定删除“${items[0]?.name}”吗？` : `确定删除选中的${items.length}个素材吗？`
    if (!(await confirm(text, { danger: true }))) return false
    await change(deleteAttachments, { id: idsOf(items) }, { success: '删除成功' })
    return true
  },
}

/** What can be done with one of them. Platform §9.2. */
export function itemActs(onGone: (gone: readonly Item[]) => void): Act<Item>[] {
  return [
    act({
      label: '查看',
      run: (item) => openDialog<null>((close) => <Preview item={item} onClose={() => close(null)} />),
    }),
    act({ label: '重命名', permission: renameAttachment, run: rename }),
    act({ label: '移动至', permission: moveAttachments, run: (item) => moveItems.run([item]) }),
    act({ label: '复制链接', run: (item) => copyText(new URL(item.attDir, location.href).href) }),
    act({
      label: '查看引用',
      permission: attachmentInfo,
      run: (item) => openDialog<null>((close) => <Uses item={item} onClose={() => close(null)} />),
    }),
    act({
      label: '删除',
      danger: true,
      permission: deleteAttachments,
      run: async (item) => {
        if (await removeItems.run([item])) onGone([item])
      },
    }),
  ]
}

async function rename(item: Item): Promise<void> {
  const name = await ask({ title: '名称', initial: item.name, max: 200 })
  if (name === null || name === item.name) return
  await change(renameAttachment, { id: item.id, version: item.version, name }, { success: '操作成功' })
}

function MoveDialog({ count, onClose }: { count: number; onClose(pid: number | null): void }) {
  const [pid, setPid] = useState<unknown>(null)
  const give = () => {
    if (pid === null) toastError('请选择上级分类')
    else onClose(Number(pid))
  }
  return (
    <Modal
      open
      title={`移动${count}个素材至`}
      width={416}
      mask={{ closable: false }}
      okText="确定"
      cancelText="取消"
      onOk={give}
      onCancel={() => onClose(null)}
    >
      <FolderInput field={attachment.shape.pid} value={pid} placeholder="请选择" onChange={setPid} />
    </Modal>
  )
}

interface AboutProps {
  item: Item
  onClose(): void
}

function Preview({ item, onClose }: AboutProps) {
  return (
    <Modal open title={item.name} width={720} footer={null} onCancel={onClose}>
      {item.attType === 'video/mp4' ? (
        // biome-ignore lint/a11y/useMediaCaption: product films come without captions.
        <video src={item.attDir} controls style={{ width: '100%', maxHeight: 480 }} />
      ) : (
        <Image
          src={item.attDir}
          alt={item.name}
          width="100%"
          style={{ maxHeight: 480, objectFit: 'contain' }}
        />
      )}
      <p className="k-hint">
        {sizeText(item.attSize)}
        {item.width ? `，${item.width} × ${item.height}` : ''}
      </p>
    </Modal>
  )
}

function Uses({ item, onClose }: AboutProps) {
  const { data } = useCall(attachmentInfo, { id: item.id })
  return (
    <Modal open title={`“${item.name}”的引用`} width={480} footer={null} onCancel={onClose}>
      {data === undefined ? (
        <Loading rows={3} />
      ) : data.uses.length === 0 ? (
        <Empty text="没有被引用，可以删除" />
      ) : (
        <ul>
          {data.uses.map(({ place, n }) => (
            <li key={place}>
              {place}：{n} 处
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
