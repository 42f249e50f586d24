import TextArea, { type TextAreaProps } from 'antd/es/input/TextArea'

/** An input of several lines. Loaded with the first of them: lists have none. */
export default function LongInput(props: TextAreaProps) {
  return <TextArea {...props} />
}
