import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  BgColorsOutlined,
  FontColorsOutlined,
} from '@ant-design/icons'
import type { Editor } from '@tiptap/react'
import { Button, ColorPicker, Select } from 'antd'
import type { ReactNode } from 'react'
import { Tool } from './Tool.tsx'

const DEFAULT = ''
const FAMILIES = [
  { value: DEFAULT, label: '默认字体' },
  { value: 'Microsoft YaHei, sans-serif', label: '微软雅黑' },
  { value: 'SimSun, serif', label: '宋体' },
  { value: 'SimHei, sans-serif', label: '黑体' },
  { value: 'KaiTi, serif', label: '楷体' },
  { value: 'FangSong, serif', label: '仿宋' },
  { value: 'Arial, sans-serif', label: 'Arial' },
  { value: 'Times New Roman, serif', label: 'Times' },
]
const SIZES = [
  { value: DEFAULT, label: '字号' },
  ...[12, 14, 16, 18, 20, 24, 28, 32, 36].map((size) => ({ value: `${size}px`, label: String(size) })),
]

type StyleMark = 'fontFamily' | 'fontSize' | 'colour' | 'background'

interface FontToolsProps {
  editor: Editor
  off: boolean
  family: string
  size: string
  /** '' where nothing was chosen */
  align: string
}

/** Font, size, colours and where the text stands. */
export function FontTools({ editor, off, family, size, align }: FontToolsProps) {
  const style = (name: StyleMark, value: string) => {
    const chain = editor.chain().focus()
    if (value === DEFAULT) chain.unsetMark(name, { extendEmptyMarkRange: true }).run()
    else chain.setMark(name, { value }).run()
  }
  const stand = (textAlign: string | null) =>
    editor
      .chain()
      .focus()
      .updateAttributes('paragraph', { textAlign })
      .updateAttributes('heading', { textAlign })
      .run()
  // What was pasted may have a font of its own.
  const known = (options: typeof SIZES, value: string) =>
    options.some((one) => one.value === value) ? options : [...options, { value, label: value }]
  return (
    <>
      <Select
        aria-label="字体"
        size="small"
        style={{ width: 96 }}
        disabled={off}
        value={family}
        options={known(FAMILIES, family)}
        onChange={(value) => style('fontFamily', value)}
      />
      <Select
        aria-label="字号"
        size="small"
        style={{ width: 68 }}
        disabled={off}
        value={size}
        options={known(SIZES, size)}
        onChange={(value) => style('fontSize', value)}
      />
      <Colour
        label="文字颜色"
        icon={<FontColorsOutlined />}
        initial="#f5222d"
        off={off}
        give={(value) => style('colour', value)}
      />
      <Colour
        label="背景颜色"
        icon={<BgColorsOutlined />}
        initial="#fadb14"
        off={off}
        give={(value) => style('background', value)}
      />
      <Tool
        label="左对齐"
        icon={<AlignLeftOutlined />}
        on={align !== 'center' && align !== 'right'}
        off={off}
        run={() => stand(null)}
      />
      <Tool
        label="居中"
        icon={<AlignCenterOutlined />}
        on={align === 'center'}
        off={off}
        run={() => stand(align === 'center' ? null : 'center')}
      />
      <Tool
        label="右对齐"
        icon={<AlignRightOutlined />}
        on={align === 'right'}
        off={off}
        run={() => stand(align === 'right' ? null : 'right')}
      />
    </>
  )
}

interface ColourProps {
  label: string
  icon: ReactNode
  initial: string
  off: boolean
  give(value: string): void
}

function Colour({ label, icon, initial, off, give }: ColourProps) {
  return (
    <ColorPicker
      size="small"
      disabled={off}
      defaultValue={initial}
      allowClear
      onChangeComplete={(colour) => give(colour.cleared ? DEFAULT : colour.toHexString())}
    >
      <Button type="text" size="small" disabled={off} icon={icon} aria-label={label} title={label} />
    </ColorPicker>
  )
}
