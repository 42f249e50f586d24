import type { ComponentType } from 'react'
import type { Field } from '#kit/shared/field.ts'

/** A row as it travels, when a frame handles rows of any entity. */
export type WireRow = { readonly [name: string]: unknown }

/** What a form input of a field gets. Values are those of the wire. */
export interface InputProps {
  field: Field
  value: unknown
  onChange(value: unknown): void
  id?: string
  disabled?: boolean
  placeholder?: string
  /** where the field stands in the form, for errors inside of it: 'attrValue' → 'attrValue.0.price' */
  path?: string
  /** inside a line table: no groups of radio buttons, no room for more than a line */
  compact?: boolean
  invalid?: boolean
  /** the line it stands in; fields of a form ask useFormDraft */
  row?: WireRow
}

/** What a list cell or a line of a description gets. */
export interface CellProps {
  field: Field
  name: string
  value: unknown
  row: WireRow
  /** there is room: all pictures, whole texts, tables */
  wide?: boolean
}

/** What a filter gets: its value is the text in the query, several values comma-joined. */
export interface FilterProps {
  field: Field
  value: string
  onChange(value: string): void
  id?: string
}

/** How a field type looks in forms, cells and filters. */
export interface FieldUi {
  Input: ComponentType<InputProps>
  Cell: ComponentType<CellProps>
  /** missing: lists cannot be filtered by it */
  Filter?: ComponentType<FilterProps>
  /** numbers stand at the right of their column */
  align?: 'right'
}

/** What stands where there is no value. */
export const NONE = '—'

/** A wire value as a text; '' for nothing. */
export function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value)
}

export function isNone(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Whether a field has nothing to show: its value, or what is stored where there is none. */
export const isBlank = (field: Field, value: unknown): boolean => isNone(value) || value === field.none

/** What an empty input says; its label stands beside it and is not repeated. Screens §2. */
export function placeholderOf({ placeholder }: InputProps, verb: '请输入' | '请选择'): string {
  return placeholder ?? (verb === '请选择' ? verb : '')
}

/** What a control needs so that its label and its error are read out. */
export function ariaOf({
  id,
  invalid,
  compact,
  field,
}: Pick<InputProps, 'id' | 'invalid'> & Partial<Pick<InputProps, 'compact' | 'field'>>) {
  return {
    // A cell of a table has no label of its own beside it.
    ...(compact && field !== undefined ? { 'aria-label': field.label } : {}),
    ...(invalid && id !== undefined
      ? { 'aria-invalid': true as const, 'aria-describedby': `${id}-help` }
      : {}),
  }
}
