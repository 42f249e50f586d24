import { Alert, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef, useState } from 'react'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { CallError, request } from '#kit/web/request.ts'
import { toastError } from '#kit/web/toast.ts'
import { findSkusCall, MOST_CODES } from './lines.calls.ts'
import type { FindTerms, FoundSku } from './skuFind.ts'

/** Asks for codes, one per line or apart by blanks or commas, and answers their skus; null: given up. Catalog §10. */
export function pasteCodes(terms: FindTerms): Promise<readonly FoundSku[] | null> {
  return openDialog<readonly FoundSku[] | null>((close) => <PasteDialog terms={terms} onClose={close} />)
}

interface Result {
  list: readonly FoundSku[]
  notFound: readonly string[]
}

function PasteDialog({
  terms,
  onClose,
}: {
  terms: FindTerms
  onClose(found: readonly FoundSku[] | null): void
}) {
  const [text, setText] = useState('')
  const typed = useRef<TextAreaRef>(null)
  const [asking, setAsking] = useState(false)
  const [result, setResult] = useState<Result | null>(null)
  const codes = [...new Set(text.split(/[\s,，、;；]+/).filter((code) => code !== ''))]
  const tooMany = codes.length > MOST_CODES
  const find = async () => {
    setAsking(true)
    try {
      const found = await request(findSkusCall, { codes, ...terms })
      if (found.notFound.length === 0) onClose(found.list)
      else setResult(found)
    } catch (error) {
      if (!(error instanceof CallError)) toastError('查找失败')
    } finally {
      setAsking(false)
    }
  }
  const add = () => (result === null ? find() : onClose(result.list))
  return (
    <Dialog
      title="粘贴编码"
      width={560}
      first={typed}
      okText={result === null ? '查找并新增' : `新增找到的${result.list.length}个规格`}
      cancelText="取消"
      okButtonProps={{
        disabled: codes.length === 0 || tooMany || (result !== null && result.list.length === 0),
      }}
      confirmLoading={asking}
      onOk={() => void add()}
      onCancel={() => onClose(null)}
    >
      <p className="k-hint">
        规格编码、商品编码或条码，每行一个，也可用空格或逗号分隔，最多{MOST_CODES}
        个。商品编码会带出其全部规格。
      </p>
      <Input.TextArea
        aria-label="编码"
        ref={typed}
        rows={8}
        value={text}
        status={tooMany ? 'error' : ''}
        placeholder={'P00000001-01\nP00000002'}
        onChange={(event) => {
          setText(event.target.value)
          setResult(null)
        }}
      />
      <p className={tooMany ? 'k-error' : 'k-hint'} role="status">
        {tooMany ? `一次最多${MOST_CODES}个编码，现有${codes.length}个` : `共${codes.length}个编码`}
      </p>
      {result !== null && (
        <Alert
          type="warning"
          title={`${result.notFound.length}个编码没有找到`}
          description={<div className="p-codes">{result.notFound.join('、')}</div>}
        />
      )}
    </Dialog>
  )
}
