import { useState } from 'react'
import { refs } from '#kit/fields/shared.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { RefSelect } from '#kit/web/RefSelect.tsx'
import { CallError } from '#kit/web/request.ts'
import { change } from '#kit/web/useCall.ts'
import { payerProductCalls } from './price.calls.ts'

const PAYERS = refs('付款方', 'payer')

/** 复制到其他付款方: the same skus, prices and periods for other payers; all or none. Catalog §4.3. */
export function openCopyTo(ids: readonly number[]): Promise<null> {
  return openDialog<null>((close) => <CopyDialog ids={ids} onClose={() => close(null)} />)
}

function CopyDialog({ ids, onClose }: { ids: readonly number[]; onClose(): void }) {
  const [payerIds, setPayerIds] = useState<readonly number[]>([])
  const [saving, setSaving] = useState(false)
  const copy = async () => {
    setSaving(true)
    try {
      const input = { ids: ids.join(','), payerIds: payerIds.join(',') }
      await change(payerProductCalls.copyTo, input, { success: '复制成功' })
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setSaving(false)
    }
  }
  return (
    <Dialog
      title="复制到其他付款方"
      width={520}
      confirmLoading={saving}
      okButtonProps={{ disabled: payerIds.length === 0 }}
      onOk={() => void copy()}
      onCancel={onClose}
    >
      <p className="k-hint">
        将所选{ids.length}条付款方商品复制给其他付款方；其中任何一条与已有的期间重叠时都不复制。
      </p>
      <label htmlFor="copy-to-payers">付款方</label>
      <RefSelect
        id="copy-to-payers"
        field={PAYERS}
        many
        value={payerIds}
        placeholder="请选择"
        onChange={setPayerIds}
      />
    </Dialog>
  )
}
