import { ImportOutlined } from '@ant-design/icons'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { openDialog } from '#kit/web/host.tsx'
import { openImport } from '#kit/web/list/openImport.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import './library.css'
import { importTypes } from './task.calls.ts'

interface ImportType {
  bizType: string
  title: string
}

/** 新增导入: first what is imported, out of what the person may import, then the file. Platform §10. */
export async function openNewImport(): Promise<void> {
  const type = await openDialog<ImportType | null>((close) => <TypeDialog onClose={close} />)
  if (type !== null) await openImport({ ...type, permission: importTypes.permission })
}

/** From this many types on they can be searched. */
const MANY = 8

function TypeDialog({ onClose }: { onClose(type: ImportType | null): void }) {
  const [words, setWords] = useState('')
  const { data, error, refetch } = useCall(importTypes, {}, { quiet: true })
  const shown = (data ?? []).filter((one) => one.title.includes(words.trim()))
  return (
    <Modal open title="新增导入" width={560} footer={null} onCancel={() => onClose(null)}>
      {data === undefined ? (
        error === null ? (
          <Loading rows={3} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <Empty text="您没有导入数据的权限，需要时请联系管理员" />
      ) : (
        <>
          <p className="k-hint">选择要导入的数据，下一步可下载模板并上传文件</p>
          {data.length >= MANY && (
            <Input
              allowClear
              aria-label="搜索导入类型"
              placeholder="搜索导入类型"
              onChange={(event) => setWords(event.target.value)}
            />
          )}
          <ul className="f-import-types">
            {shown.map(({ bizType, title, mode, columns }) => (
              <li key={bizType}>
                <Button
                  block
                  className="f-import-type"
                  icon={<ImportOutlined />}
                  onClick={() => onClose({ bizType, title })}
                >
                  {title}
                </Button>
                <span className="k-hint">
                  {mode === 'whole' ? '有错误则全部不导入' : '逐行导入'}；必填：
                  {columns
                    .filter((column) => column.required)
                    .map((column) => column.title)
                    .join('、') || '无'}
                </span>
              </li>
            ))}
          </ul>
          {shown.length === 0 && <Empty text="没有匹配的导入类型" />}
        </>
      )}
    </Modal>
  )
}
