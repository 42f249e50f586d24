import type { Label } from './productTag.entity.ts'
import './label.css'

export type DrawnLabel = Omit<Label, 'id'>

const ICON = 2

/** A label as the shop draws it: a coloured text, or a picture. */
export function LabelView({ label }: { label: DrawnLabel }) {
  const { tagName, tagType, color, bgColor, icon } = label
  if (tagType === ICON && icon !== '')
    return <img src={icon} alt={tagName} title={tagName} className="p-tag-icon" />
  const style = {
    ...(color === '' ? {} : { color }),
    ...(bgColor === '' ? {} : { backgroundColor: bgColor, borderColor: bgColor }),
  }
  return (
    <span className="p-tag" style={style}>
      {tagName === '' ? '标签名称' : tagName}
    </span>
  )
}

/** The labels a product shows. Catalog §2.2. */
export function Labels({ labels }: { labels: readonly Label[] }) {
  return (
    <span className="p-tags">
      {labels.map((one) => (
        <LabelView key={one.id} label={one} />
      ))}
    </span>
  )
}

const CORNERS: Readonly<Record<number, string>> = {
  1: 'top-left',
  2: 'top-right',
  3: 'bottom-left',
  4: 'bottom-right',
}

/** How a label looks on the picture of a product. */
export function LabelPreview({ label }: { label: DrawnLabel }) {
  const corner = label.tagType === ICON ? (CORNERS[label.position] ?? 'top-left') : 'below'
  return (
    <div className="p-tag-preview">
      <div className="p-tag-card">
        <div className="p-tag-picture">
          商品图
          {corner !== 'below' && (
            <span className={`p-tag-at p-tag-${corner}`}>
              <LabelView label={label} />
            </span>
          )}
        </div>
        <div className="p-tag-name">商品名称</div>
        {corner === 'below' && <LabelView label={label} />}
      </div>
    </div>
  )
}
