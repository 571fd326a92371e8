// Package sharelink writes the part of an address that carries a whole circuit, as embed/client/src/share-link.ts reads
// it. In: a text; out: #code=… A further part of a link is added there and here.
package sharelink

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
)

// Max is the longest link that pages read, in characters.
const Max = 256 << 10

// ErrTooLarge says that a text is too large for a link.
var ErrTooLarge = errors.New("it is too large for a link")

// Code is the part of an address behind the origin that opens a text.
func Code(text string) (string, error) {
	packed, err := pack(text)
	if err != nil {
		return "", err
	}
	if len(packed) > Max {
		return "", ErrTooLarge
	}
	return "#code=" + packed, nil
}

// pack is a text as a value of a link: its checksum, and the text deflated.
func pack(text string) (string, error) {
	var b bytes.Buffer
	b.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte(text))))
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write([]byte(text)); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return "1d." + base64.RawURLEncoding.EncodeToString(b.Bytes()), nil
}
