import { choice, refs } from '#kit/fields/shared.ts'
import type { Choice, Shape } from '#kit/shared/field.ts'
import type { FormRules } from '#kit/web/form/useForm.ts'
import { refFacts } from '#kit/web/refs.ts'

/**
 * How 对象 and 指定对象 of a form follow from each other: only scopes whose rows can be chosen are offered, and what is
 * chosen from is what the scope names.
 */
export function scopeForm(
  shape: Shape,
  scopes: readonly Choice[],
  entities: Readonly<Record<number, string>>,
) {
  const open = scopes.filter(({ value }) => {
    const entity = entities[Number(value)]
    return entity === undefined || refFacts(entity) !== undefined
  })
  const first = Object.values(entities).find((entity) => refFacts(entity) !== undefined)
  const scopeType = choice(shape.scopeType?.label ?? '', open, { initial: 0 })
  const rules: FormRules = {
    hidden: (name, values) => name === 'scopeIds' && Number(values.scopeType ?? 0) === 0,
    // What was chosen of another kind means nothing here.
    derive: (name) => (name === 'scopeType' ? { scopeIds: '' } : undefined),
  }
  return {
    shape: {
      ...shape,
      scopeType,
      ...(first === undefined ? {} : { scopeIds: refs('指定对象', first, { required: true }) }),
    },
    ...rules,
  }
}
