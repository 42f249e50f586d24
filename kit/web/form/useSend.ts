import { type FormEvent, useState } from 'react'
import type { Call } from '#kit/shared/call.ts'
import { CallError, CONFIRM } from '#kit/web/request.ts'
import { change } from '#kit/web/useCall.ts'
import type { FormState } from './useForm.ts'

interface SendOptions {
  success?: string
  /** completes what is sent */
  complete?(input: Record<string, unknown>): Record<string, unknown>
  /** further path prefixes whose answers the change makes old */
  touches?: readonly string[]
  onDone(): unknown
}

/**
 * Sends a form that is no row of an entity to its call: checked before, refusals at their fields or above its foot.
 * `send` answers whether it went well. Frame §5.
 */
export function useSend(
  call: Call,
  form: FormState,
  options: SendOptions,
): { saving: boolean; send(): Promise<boolean>; save(event: FormEvent): void } {
  const { success = '提交成功', complete, touches = [], onDone } = options
  const [saving, setSaving] = useState(false)
  const send = async () => {
    if (saving || !form.check()) return false
    setSaving(true)
    try {
      const input = form.input(false)
      await change(call, complete?.(input) ?? input, { quiet: true, success, touches })
      await onDone()
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.reason !== CONFIRM) form.refuse(error)
      return false
    } finally {
      setSaving(false)
    }
  }
  return {
    saving,
    send,
    save(event) {
      event.preventDefault()
      void send()
    },
  }
}
