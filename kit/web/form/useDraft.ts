import { useMemo, useState } from 'react'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { changes, clashes } from './changed.ts'
import { compareClashes } from './compareClashes.tsx'
import { type Draft, keptDraft, useKeptDraft } from './keptDraft.ts'
import { isKeepable, type OwnInputs } from './places.ts'
import type { FormState } from './useForm.ts'

/** The draft of a form: what an earlier visit left, and how what is typed now is taken out of the browser. */
export interface FormKept {
  /** when what can be restored was typed, in seconds since 1970; null: there is nothing */
  at: number | null
  restore(): Promise<void>
  /** what an earlier visit left is not wanted */
  discard(): void
  /** what is typed now is saved, or not wanted */
  drop(): void
}

/** Keeps what is typed into a form under a name, and offers what an earlier visit left there. Screens §4. */
export function useDraft(name: string, form: FormState, inputs: OwnInputs = {}): FormKept {
  const { values, start, dirty, fields } = form
  const [found, setFound] = useState<Draft | null>(() => fitting(keptDraft(name), form))
  const typed = useMemo(() => {
    if (!dirty) return null
    const names = fields.filter(([one, field]) => isKeepable(one, field, inputs)).map(([one]) => one)
    return () => changes(names, values, start)
  }, [dirty, fields, inputs, values, start])
  const drop = useKeptDraft(name, typed)
  return {
    at: found === null ? null : Math.floor(found.at / 1000),
    async restore() {
      if (found === null) return
      const both = clashes(found.base, found.values, start)
      const chosen = await compareClashes(form.shape, both, found.values, start)
      if (chosen === null) return
      form.become(start, { ...values, ...found.values, ...chosen })
      setFound(null)
    },
    discard() {
      drop()
      setFound(null)
    },
    drop,
  }
}

/** What of a draft the form still asks for and does not hold already; null when that is nothing. */
function fitting(draft: Draft | null, { fields, start }: FormState): Draft | null {
  if (draft === null) return null
  const names = fields.map(([name]) => name).filter((name) => Object.hasOwn(draft.values, name))
  const { values } = changes(names, draft.values, start)
  return Object.keys(values).length === 0 ? null : { ...draft, values: values satisfies WireRow }
}
