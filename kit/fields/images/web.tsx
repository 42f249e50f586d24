import { Image } from 'antd'
import { type FieldUi, NONE } from '#kit/web/fieldUi.ts'
import { Pictures } from '#kit/web/upload/Pictures.tsx'

const urlsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

export const imagesUi: FieldUi = {
  Input: ({ field, value, onChange, id, disabled }) => (
    <Pictures
      id={id}
      label={field.label}
      value={urlsOf(value)}
      max={field.max ?? 5}
      disabled={disabled}
      onChange={onChange}
    />
  ),
  Cell: ({ field, value, wide }) => {
    const urls = urlsOf(value)
    if (urls.length === 0) return <>{NONE}</>
    const size = wide ? 96 : 36
    return (
      <Image.PreviewGroup items={urls}>
        {(wide ? urls : urls.slice(0, 1)).map((url, index) => (
          <Image
            key={url}
            src={url}
            alt={`${field.label}${index + 1}`}
            width={size}
            height={size}
            style={{ objectFit: 'contain' }}
          />
        ))}
      </Image.PreviewGroup>
    )
  },
}
