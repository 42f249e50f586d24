import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { sizeText } from '#kit/shared/text.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import type { InfoSection } from '#kit/web/info/InfoSections.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { attachmentInfo } from './attachment.calls.ts'
import { attachment } from './attachment.entity.ts'
import './library.css'
import { LIBRARY_PAGE, Media, recordActs } from './libraryActs.tsx'

type Attachment = OutWireOf<typeof attachmentInfo>

const ACTIONS = recordActs(() => goTo(LIBRARY_PAGE))

const SECTIONS: readonly InfoSection[] = [
  { title: '文件', fields: ['attType', 'width', 'height', 'duration', 'imageType'] },
  { title: '上传', fields: ['createName', 'createTime', 'updateTime'] },
]
const IF_ANY: Readonly<Record<string, (row: Attachment) => boolean>> = {
  width: ({ width }) => width !== null,
  height: ({ height }) => height !== null,
  duration: ({ duration }) => duration !== null,
}

/** 素材详情: what a picture or film is, and where it is used. Platform §9.2, screens §3. */
export default function AttachmentInfo() {
  const id = Number(useParams().id)
  return (
    <InfoPage
      of={attachment}
      call={attachmentInfo}
      id={id}
      title={(row) => `素材详情 ${row.name}`}
      name={(row) => row.name}
      states={(row) => [row.isPrivate === 1 ? { value: 1, label: '私有' } : undefined]}
      actions={ACTIONS}
      back={LIBRARY_PAGE}
      figures={(row) => [
        { label: '大小', value: sizeText(row.attSize) },
        { label: '尺寸', value: row.width ? `${row.width} × ${row.height}` : NONE },
        { label: '引用', value: row.uses.reduce((sum, { n }) => sum + n, 0) },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
      parts={(row) => [
        { key: 'uses', label: '引用', content: <Uses uses={row.uses} /> },
        { key: 'media', label: '内容', content: <Media item={row} /> },
      ]}
    />
  )
}

function Uses({ uses }: Pick<Attachment, 'uses'>) {
  if (uses.length === 0) return <p className="k-hint">没有被引用，可以删除</p>
  return (
    <ul>
      {uses.map(({ place, n }) => (
        <li key={place}>
          {place}：{n} 处
        </li>
      ))}
    </ul>
  )
}
