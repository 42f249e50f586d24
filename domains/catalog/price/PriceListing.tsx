import { Button } from 'antd'
import { useState } from 'react'
import { datetime, ref } from '#kit/fields/shared.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import { FormBody } from '#kit/web/form/FormBody.tsx'
import { useForm } from '#kit/web/form/useForm.ts'
import { exportRows } from '#kit/web/list/exportRows.tsx'
import { CallError } from '#kit/web/request.ts'
import { mayCall } from '#kit/web/session.ts'
import { priceListingCall } from './price.calls.ts'

const SHAPE = {
  shoudaId: ref('售达方', 'shouda', { required: true }),
  payerId: ref('付款方', 'payer', { help: '留空不计付款方的约定' }),
  time: datetime('时间', { help: '留空为现在' }),
}

/** 导出售达方价目表: what a sold-to party pays for everything its channel sells, at a moment. Catalog §8.5. */
export function PriceListing() {
  const [open, setOpen] = useState(false)
  if (!mayCall(priceListingCall)) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>导出售达方价目表</Button>
      {open && <ListingDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function ListingDialog({ onClose }: { onClose(): void }) {
  const form = useForm(SHAPE, {})
  const [sending, setSending] = useState(false)
  const send = async () => {
    if (!form.check()) return
    setSending(true)
    try {
      await exportRows(priceListingCall, form.input(false))
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setSending(false)
    }
  }
  return (
    <Dialog
      title="导出售达方价目表"
      width={520}
      okText="导出"
      confirmLoading={sending}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <FormBody form={form} narrow />
    </Dialog>
  )
}
