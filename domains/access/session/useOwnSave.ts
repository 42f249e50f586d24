import type { FormEvent } from 'react'
import type { Call } from '#kit/shared/call.ts'
import type { FormState } from '#kit/web/form/useForm.ts'
import { useSend } from '#kit/web/form/useSend.ts'

/** Sends a form of the personal centre; refusals stand at their fields, others are told. */
export function useOwnSave(
  call: Call,
  form: FormState,
  onSaved: () => Promise<void>,
): { saving: boolean; save(event: FormEvent): void } {
  return useSend(call, form, { onDone: onSaved })
}
