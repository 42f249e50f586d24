import { InboxOutlined } from '@ant-design/icons'
import { Progress, Upload } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { DOWNLOADS, TasksLink, watchTask } from '#kit/web/list/watchTask.tsx'
import { CallError } from '#kit/web/request.ts'
import { toastError, toastNotice } from '#kit/web/toast.ts'
import { upload } from '#kit/web/transfer.ts'
import { pictureCalls } from './pictures.calls.ts'
import { MAX_FILES, MAX_PICTURE_MB, MAX_ZIP_MB } from './pictures.rules.ts'

const MB = 1024 * 1024
const WHOLE = 100

/** Asks for an archive of pictures and starts its import. Catalog §3.6. */
export function importPictures(): Promise<null> {
  return openDialog<null>((close) => <ImportPictures onClose={() => close(null)} />)
}

function ImportPictures({ onClose }: { onClose(): void }) {
  const [file, setFile] = useState<File | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const choose = (chosen: File) => {
    if (!/\.zip$/i.test(chosen.name)) toastError('文件格式不正确, 请上传zip格式文件!')
    else if (chosen.size > MAX_ZIP_MB * MB) toastError(`上传文件大小不能超过 ${MAX_ZIP_MB} MB!`)
    else setFile(chosen)
    return false
  }
  const start = async () => {
    if (file === null) return
    setSent(0)
    try {
      const { taskId } = await upload(pictureCalls.importZip, {}, file, { onProgress: setSent })
      watchTask(taskId, DOWNLOADS, { name: '商品图片导入' })
      toastNotice(
        <>
          正在导入图片，完成后可在导入日志或
          <TasksLink to={DOWNLOADS} />
          中查看结果
        </>,
      )
      onClose()
    } catch (error) {
      // A refusal has been shown by the request.
      if (!(error instanceof CallError)) toastError('上传失败')
      setSent(null)
    }
  }
  return (
    <Dialog
      title="批量导入商品图片"
      width={560}
      okText="开始导入"
      cancelText="取消"
      okButtonProps={{ disabled: file === null }}
      confirmLoading={sent !== null}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <Upload.Dragger accept=".zip" showUploadList={false} beforeUpload={choose} disabled={sent !== null}>
        <p>
          <InboxOutlined aria-hidden style={{ fontSize: 32 }} />
        </p>
        <p>{file === null ? '点击或拖入图片压缩包（zip）' : file.name}</p>
      </Upload.Dragger>
      {sent !== null && <Progress percent={Math.round(sent * WHOLE)} aria-label="上传进度" />}
      <ul className="k-hint">
        <li>商品编码_1.jpg 为封面，_2 至 _10 为轮播，_D1、_D2… 依次为详情，_S规格编码 为规格图</li>
        <li>
          压缩包不超过 {MAX_ZIP_MB} MB、{MAX_FILES} 张，每张不超过 {MAX_PICTURE_MB} MB，支持 png、jpg、jpeg
        </li>
        <li>导入的轮播和详情图会替换原有图片；不符合要求的文件会逐个说明原因，其余照常导入</li>
      </ul>
    </Dialog>
  )
}
