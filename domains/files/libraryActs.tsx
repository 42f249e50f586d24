import { Image, Modal } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { sizeText } from '#kit/shared/text.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { ask } from '#kit/web/ask.tsx'
import { confirm, copyText } from '#kit/web/confirm.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { toastError } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
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

/** 图片管理. */
export const LIBRARY_PAGE = '/imageManagement/index'
/** The page of one of them. */
export const attachmentPage = (id: number): string => `/imageManagement/info/${id}`

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

/** What can be done with one of them on the page that tells of it. Platform §9.2. */
export const recordActs = (onGone: (gone: readonly Item[]) => void): Act<Item>[] => [
  act({ label: '重命名', permission: renameAttachment, run: rename }),
  act({ label: '移动至', permission: moveAttachments, run: (item) => moveItems.run([item]) }),
  act({ label: '复制链接', run: (item) => copyText(new URL(item.attDir, location.href).href) }),
  act({
    label: '删除',
    danger: true,
    permission: deleteAttachments,
    run: async (item) => {
      if (await removeItems.run([item])) onGone([item])
    },
  }),
]

/** The same in the library; its page leads to that of each, a dialog stays where it is. */
export const itemActs = (onGone: (gone: readonly Item[]) => void, page: boolean): Act<Item>[] => [
  page
    ? act({ label: '详情', permission: attachmentInfo, run: ({ id }) => goTo(attachmentPage(id)) })
    : act({
        label: '查看',
        run: (item) => openDialog<null>((close) => <Preview item={item} onClose={() => close(null)} />),
      }),
  ...recordActs(onGone),
]

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

/** The picture or film itself. */
export function Media({ item }: { item: Pick<Item, 'attType' | 'attDir' | 'name'> }) {
  return item.attType === 'video/mp4' ? (
    // biome-ignore lint/a11y/useMediaCaption: product films come without captions.
    <video src={item.attDir} controls className="f-media" />
  ) : (
    <Image src={item.attDir} alt={item.name} className="f-media" />
  )
}

function Preview({ item, onClose }: { item: Item; onClose(): void }) {
  return (
    <Modal open title={item.name} width={720} footer={null} onCancel={onClose}>
      <Media item={item} />
      <p className="k-hint">
        {sizeText(item.attSize)}
        {item.width ? `，${item.width} × ${item.height}` : ''}
      </p>
    </Modal>
  )
}
