import { Image } from 'antd'
import { type FieldUi, isNone, NONE, textOf } from '#kit/web/fieldUi.ts'
import { Pictures } from '#kit/web/upload/Pictures.tsx'
import { SmallPicture } from '#kit/web/upload/SmallPicture.tsx'

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
    isNone(value) ? (
      NONE
    ) : (
      <Image
        src={textOf(value)}
        alt={field.label}
        width={wide ? 120 : 36}
        height={wide ? 120 : 36}
        style={{ objectFit: 'contain' }}
      />
    ),
}
