import Input from 'antd/es/input/Input'
import { useState } from 'react'
import { digitsOnly } from '#kit/shared/text.ts'
import { mayCall } from '#kit/web/session.ts'
import { change } from '#kit/web/useCall.ts'
import { storeCalls } from './product.calls.ts'
import { canEdit, type ProductTarget } from './productActs.tsx'
import { TOUCHED } from './touched.ts'

type Sorted = ProductTarget & { sort: number; version: number }

const SORT_DIGITS = 9

/** 排序 in the list itself: saved on Enter or when the cell is left. Catalog §3.1. */
export function SortCell({ row }: { row: Sorted }) {
  const [draft, setDraft] = useState<number | null>(null)
  const [saving, setSaving] = useState(false)
  if (!mayCall(storeCalls.update) || !canEdit(row)) return <>{row.sort}</>
  const save = async () => {
    if (draft === null || draft === row.sort) return
    setSaving(true)
    try {
      const { id, version } = row
      await change(storeCalls.update, { id, version, sort: draft }, { success: '操作成功', touches: TOUCHED })
    } catch {
      // The refusal has been shown; the cell shows what is stored.
    } finally {
      setSaving(false)
      setDraft(null)
    }
  }
  return (
    <Input
      className="p-sort"
      size="small"
      inputMode="numeric"
      maxLength={SORT_DIGITS}
      aria-label={`排序 ${row.storeName}`}
      value={draft ?? row.sort}
      disabled={saving}
      onChange={(event) => setDraft(Number(digitsOnly(event.target.value)))}
      onBlur={() => void save()}
      onPressEnter={(event) => event.currentTarget.blur()}
    />
  )
}
