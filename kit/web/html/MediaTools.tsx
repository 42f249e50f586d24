import { PictureOutlined, VideoCameraOutlined } from '@ant-design/icons'
import type { Editor } from '@tiptap/react'
import { useRef } from 'react'
import { ask } from '#kit/web/ask.tsx'
import { toastError } from '#kit/web/toast.ts'
import { acceptOf, imagePicker, mayUpload } from '#kit/web/upload/uploads.ts'
import { insertFilm, insertMedia, sendMedia } from './media.ts'
import { ToolMenu } from './Tool.tsx'

const AT_ONCE = 20

/** Pictures and films: from the library, from disk, films also by their address. Platform §5.3. */
export function MediaTools({ editor, off }: { editor: Editor; off: boolean }) {
  const picture = useRef<HTMLInputElement>(null)
  const film = useRef<HTMLInputElement>(null)
  const choose = async () => {
    const picked = await imagePicker()?.({ multiple: true, limit: AT_ONCE })
    for (const { url } of picked ?? []) insertMedia(editor, url)
  }
  const addFilm = async () => {
    const given = await ask({
      title: '视频地址',
      text: '视频文件的地址，或哔哩哔哩、腾讯视频、优酷的嵌入代码',
      max: 1000,
    })
    if (given !== null && !insertFilm(editor, given)) toastError('请填写视频文件的地址或视频网站的嵌入代码')
  }
  const library =
    imagePicker() === undefined
      ? []
      : [{ key: 'library', label: '从素材库选择', onClick: () => void choose() }]
  const upload = (label: string, input: HTMLInputElement | null) =>
    mayUpload() ? [{ key: 'upload', label, onClick: () => input?.click() }] : []
  return (
    <>
      <ToolMenu
        label="图片"
        icon={<PictureOutlined />}
        off={off}
        items={[...library, ...upload('上传图片', picture.current)]}
      />
      <ToolMenu
        label="视频"
        icon={<VideoCameraOutlined />}
        off={off}
        items={[
          ...library,
          ...upload('上传视频', film.current),
          { key: 'address', label: '视频地址', onClick: () => void addFilm() },
        ]}
      />
      {[
        { ref: picture, kind: 'textImage', label: '上传正文图片' } as const,
        { ref: film, kind: 'textFilm', label: '上传正文视频' } as const,
      ].map(({ ref, kind, label }) => (
        <input
          key={kind}
          ref={ref}
          type="file"
          hidden
          multiple
          aria-label={label}
          accept={acceptOf(kind)}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            event.target.value = ''
            void sendMedia(editor, files)
          }}
        />
      ))}
    </>
  )
}
