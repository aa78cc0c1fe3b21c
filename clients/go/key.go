package client

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
)

// Key is the Ed25519 key of a seat. Printed, it shows its public half alone.
type Key struct {
	public ed25519.PublicKey
	sign   func(data []byte) []byte
	seed   func() []byte
}

// NewKey makes a key.
func NewKey() *Key {
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		panic(err) // the system's random numbers do not fail
	}
	return keyOf(private)
}

func keyOf(private ed25519.PrivateKey) *Key {
	return &Key{
		public: private.Public().(ed25519.PublicKey),
		sign:   func(data []byte) []byte { return ed25519.Sign(private, data) },
		seed:   private.Seed,
	}
}

// LoadKey reads a key that Save has written.
func LoadKey(path string) (*Key, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(data)
	if block != nil {
		if found, err := x509.ParsePKCS8PrivateKey(block.Bytes); err == nil {
			if private, ok := found.(ed25519.PrivateKey); ok {
				return keyOf(private), nil
			}
		}
	}
	return nil, fmt.Errorf("%s holds no Ed25519 key: write one with Save, or with openssl genpkey -algorithm ed25519", path)
}

// Save writes the key to a new file that its owner alone may read: PKCS 8 in PEM.
func (k *Key) Save(path string) error {
	data, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(k.seed()))
	if err != nil {
		return err
	}
	return writeNew(path, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: data}))
}

func writeNew(path string, data []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err := file.Write(data); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

// Public gives the public key, 32 bytes.
func (k *Key) Public() []byte { return k.public }

// Sign signs bytes.
func (k *Key) Sign(data []byte) []byte { return k.sign(data) }

func (k *Key) String() string { return fmt.Sprintf("key %x", []byte(k.public)) }
