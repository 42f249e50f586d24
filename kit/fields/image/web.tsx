import { type FieldUi, isNone, NONE, textOf } from '#kit/web/fieldUi.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'
import { Thumb } from '#kit/web/upload/Thumb.tsx'

const Pictures = lazyInput(() => import('#kit/web/upload/Pictures.tsx'), 'pictures')
const SmallPicture = lazyInput(() => import('#kit/web/upload/SmallPicture.tsx'))

export const imageUi: FieldUi = {
  Input: ({ field, value, onChange, id, disabled, compact }) =>
    compact ? (
      <SmallPicture
        id={id}
        label={field.label}
        value={textOf(value)}
        disabled={disabled}
        onChange={onChange}
      />
    ) : (
      <Pictures
        id={id}
        label={field.label}
        value={isNone(value) ? [] : [textOf(value)]}
        max={1}
        ratio={field.ratio}
        disabled={disabled}
        onChange={([url]) => onChange(url ?? '')}
      />
    ),
  Cell: ({ field, value, wide }) =>
    isNone(value) ? NONE : <Thumb urls={[textOf(value)]} label={field.label} size={wide ? 120 : 36} />,
}
