import { PlusOutlined } from '@ant-design/icons'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { Phone } from '../Phone.tsx'
import { MOST_BELOW, MOST_BUTTONS, type Place, pathOf, samePlace } from './menu.draft.ts'
import type { MenuButton } from './menu.entity.ts'

interface MenuPhoneProps {
  menu: readonly MenuButton[]
  /** the button whose form is open */
  chosen: Place | null
  /** paths of what is wrong */
  wrong: readonly string[]
  readOnly: boolean
  onChoose(place: Place): void
  onAdd(under: number | null): void
  onMove(place: Place, to: number): void
}

const STEPS: Record<string, { ArrowLeft?: number; [key: string]: number | undefined }> = {
  first: { ArrowLeft: -1, ArrowRight: 1 },
  below: { ArrowUp: -1, ArrowDown: 1 },
}

/** The menu as followers see it; a button is chosen, dragged, or moved with the arrow keys. Platform §11.1. */
export function MenuPhone({ menu, chosen, wrong, readOnly, onChoose, onAdd, onMove }: MenuPhoneProps) {
  const [dragged, setDragged] = useState<Place | null>(null)
  const open = chosen?.at ?? null
  const part = (place: Place, name: string) => {
    const index = place.below ?? place.at
    const steer = (event: KeyboardEvent) => {
      const by = STEPS[place.below === null ? 'first' : 'below']?.[event.key]
      if (by === undefined || readOnly) return
      event.preventDefault()
      onMove(place, index + by)
    }
    const enter = (event: DragEvent) => {
      const neighbours = dragged !== null && (dragged.below === null) === (place.below === null)
      if (!neighbours || samePlace(dragged, place) || (place.below !== null && dragged.at !== place.at))
        return
      event.preventDefault()
      onMove(dragged, index)
      setDragged(place)
    }
    const isWrong = wrong.some((path) => path.startsWith(`${pathOf(place)}.`) && !below(path, place))
    return (
      <button
        type="button"
        className={isWrong ? 'wx-button wx-wrong' : 'wx-button'}
        aria-pressed={chosen !== null && samePlace(chosen, place)}
        title={readOnly ? undefined : '拖动或按方向键调整顺序'}
        draggable={!readOnly}
        onClick={() => onChoose(place)}
        onKeyDown={steer}
        onDragStart={() => setDragged(place)}
        onDragOver={(event) => event.preventDefault()}
        onDragEnter={enter}
        onDragEnd={() => setDragged(null)}
      >
        {name === '' ? '菜单名称' : name}
      </button>
    )
  }
  return (
    <Phone
      title="公众号"
      label="菜单预览"
      foot={
        <div className="wx-menu">
          {menu.map((first, at) => (
            // A button is known by its place alone.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <div key={at} className="wx-column">
              {open === at && (
                <div className="wx-below">
                  {first.sub_button.map((sub, below) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: see above
                    <div key={below}>{part({ at, below }, sub.name)}</div>
                  ))}
                  {!readOnly && first.sub_button.length < MOST_BELOW && (
                    <button
                      type="button"
                      className="wx-button"
                      aria-label={`在${first.name || '该菜单'}下新增二级菜单`}
                      onClick={() => onAdd(at)}
                    >
                      <PlusOutlined />
                    </button>
                  )}
                </div>
              )}
              {part({ at, below: null }, first.name)}
            </div>
          ))}
          {!readOnly && menu.length < MOST_BUTTONS && (
            <button
              type="button"
              className="wx-button wx-column"
              aria-label="新增一级菜单"
              onClick={() => onAdd(null)}
            >
              <PlusOutlined />
            </button>
          )}
        </div>
      }
    >
      {null}
    </Phone>
  )
}

/** Whether a path speaks of a button below the place. */
const below = (path: string, place: Place): boolean =>
  place.below === null && path.startsWith(`${pathOf(place)}.sub_button.`)
