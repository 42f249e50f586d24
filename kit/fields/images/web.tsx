import { type FieldUi, NONE } from '#kit/web/fieldUi.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'
import { Thumb } from '#kit/web/upload/Thumb.tsx'

const Pictures = lazyInput(() => import('#kit/web/upload/Pictures.tsx'), 'pictures')

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
    if (urls.length === 0) return NONE
    if (!wide) return <Thumb urls={urls} label={field.label} size={36} />
    return (
      <div className="k-pictures">
        {urls.map((url, at) => (
          <Thumb key={url} urls={urls} at={at} label={`${field.label}${at + 1}`} size={96} />
        ))}
      </div>
    )
  },
}
