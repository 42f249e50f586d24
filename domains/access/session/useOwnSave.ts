import { type FormEvent, useState } from 'react'
import type { Call } from '#kit/shared/call.ts'
import type { FormState } from '#kit/web/form/useForm.ts'
import { CallError } from '#kit/web/request.ts'
import { toastError } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'

/** Sends a form of the personal centre; refusals stand at their fields, others are told. */
export function useOwnSave(
  call: Call,
  form: FormState,
  onSaved: () => Promise<void>,
): { saving: boolean; save(event: FormEvent): void } {
  const [saving, setSaving] = useState(false)
  const send = async () => {
    if (saving || !form.check()) return
    setSaving(true)
    try {
      await change(call, form.input(false), { quiet: true, success: '提交成功' })
      await onSaved()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.fields.length === 0) toastError(error.message)
      else form.setErrors(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])))
    } finally {
      setSaving(false)
    }
  }
  return {
    saving,
    save(event) {
      event.preventDefault()
      void send()
    },
  }
}
